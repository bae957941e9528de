import type { LoaderFunctionArgs } from '@remix-run/node';
import { Card, Page } from '@shopify/polaris';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { NothingYet } from '../portal/NothingYet.tsx';
import { titled } from '../portal/titled.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await authenticatePortal(request);
  return null;
}

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
