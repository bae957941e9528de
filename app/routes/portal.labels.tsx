import { Card, Page } from '@shopify/polaris';
import { NothingYet } from '../portal/NothingYet.tsx';
import { titled } from '../portal/titled.ts';

export { admitToPortal as loader } from '../portal/authenticate-portal.server.ts';

export const meta = titled('Labels');

export default function LabelsPage() {
  return (
    <Page title="Labels">
      <Card>
        <NothingYet
          heading="No labels yet"
          text="Shipping labels that are made for your subscription orders will be listed here."
        />
      </Card>
    </Page>
  );
}
