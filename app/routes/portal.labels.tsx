import { EmptyPage } from '../portal/NothingYet.tsx';
import { pageTitle } from '../portal/page-title.ts';

export { signedInOnly as loader } from '../portal/authenticate-portal.server.ts';

export const meta = pageTitle('Labels');

export default function LabelsPage() {
  return (
    <EmptyPage
      title="Labels"
      heading="No labels yet"
      text="Shipping labels for your subscription orders will appear here."
    />
  );
}
