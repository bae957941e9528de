import { Page } from '@shopify/polaris';
import { formatStatus } from '#contract/format.ts';
import { Section } from '../display/section.tsx';
import { splitStore } from '../router/addresses.ts';
import { useAddress } from '../router/router.tsx';
import { useStorePath, useTitle } from '../shell/store-context.tsx';

/** Replaces a page of the real admin that this admin doesn't have. */
export default function UnavailablePage() {
  const path = useStorePath();
  const { pathname } = useAddress();
  const parts = (splitStore(pathname)?.path ?? '/').split('/');
  const title = formatStatus(parts[1] ?? '') + (parts.at(-1) === 'new' ? ': new' : '');
  useTitle(title);
  return (
    <Page title={title} backAction={{ content: 'Home', url: path() }}>
      <Section
        title="The local admin has no such page"
        text="In a store on the platform, this link opens it."
      />
    </Page>
  );
}
