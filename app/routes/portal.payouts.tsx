import { Card, Page } from '@shopify/polaris';
import { NothingYet } from '../portal/NothingYet.tsx';
import { titled } from '../portal/titled.ts';

export { admitToPortal as loader } from '../portal/authenticate-portal.server.ts';

export const meta = titled('Payouts');

export default function PayoutsPage() {
  return (
    <Page title="Payouts">
      <Card>
        <NothingYet
          heading="No payouts here"
          text="Your customers pay in your store's checkout: your payment provider pays you, and lists the payouts in your store's admin."
        />
      </Card>
    </Page>
  );
}
