import { EmptyPage } from '../portal/EmptyPage.tsx';
import { titled } from '../portal/titled.ts';

export { admitToPortal as loader } from '../portal/authenticate-portal.server.ts';

export const meta = titled('Labels');

export default function LabelsPage() {
  return (
    <EmptyPage
      title="Labels"
      heading="No labels yet"
      text="Shipping labels that are made for your subscription orders will be listed here."
    />
  );
}
