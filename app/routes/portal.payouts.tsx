import { EmptyPage } from '../portal/EmptyPage.tsx';
import { titled } from '../portal/titled.ts';

export { admitToPortal as loader } from '../portal/authenticate-portal.server.ts';

export const meta = titled('Payouts');

export default function PayoutsPage() {
  return (
    <EmptyPage
      title="Payouts"
      heading="No payouts here"
      text="Your customers pay in your store's checkout: your payment provider pays you, and lists the payouts in your store's admin."
    />
  );
}
