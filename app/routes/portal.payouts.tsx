import { EmptyPage } from '../portal/NothingYet.tsx';
import { pageTitle } from '../portal/page-title.ts';

export { signedInOnly as loader } from '../portal/authenticate-portal.server.ts';

export const meta = pageTitle('Payouts');

export default function PayoutsPage() {
  return (
    <EmptyPage
      title="Payouts"
      heading="Your payouts are in your admin"
      text="Customers pay at your store’s checkout, so your payment provider pays you. See each payout in your store’s admin."
    />
  );
}
