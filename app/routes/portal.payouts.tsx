import { EmptyPage } from '../portal/EmptyPage.tsx';
import { pageTitle } from '../portal/page-title.ts';

export { signedInOnly as loader } from '../portal/authenticate-portal.server.ts';

export const meta = pageTitle('Payouts');

export default function PayoutsPage() {
  return (
    <EmptyPage
      title="Payouts"
      heading="No payouts here"
      text="Your customers pay in your store's checkout: your payment provider pays you, and lists the payouts in your store's admin."
    />
  );
}
