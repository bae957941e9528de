import { Page } from '@shopify/polaris';
import { statusWord } from '../display/formats.ts';
import { Section } from '../display/section.tsx';
import { splitStore } from '../router/addresses.ts';
import { useAddress } from '../router/router.tsx';
import { useStorePath, useTitle } from '../shell/store-context.tsx';

/** A part of the platform's admin that apps may send the merchant to and that the local one leaves out. */
export default function ElsewherePage() {
  const path = useStorePath();
  const { pathname } = useAddress();
  const parts = (splitStore(pathname)?.path ?? '/').split('/');
  const title = statusWord(parts[1] ?? '') + (parts.at(-1) === 'new' ? ': new' : '');
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
