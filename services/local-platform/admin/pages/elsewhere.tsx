import { Card, Page, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { statusWord } from '../display/formats.ts';
import { splitStore } from '../router/addresses.ts';
import { useAddress } from '../router/router.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';

/** A part of the platform's admin that apps may send the merchant to and that the local one leaves out. */
export default function ElsewherePage() {
  const { name } = useStore();
  const path = useStorePath();
  const { pathname } = useAddress();
  const parts = (splitStore(pathname)?.path ?? '/').split('/');
  const title = statusWord(parts[1] ?? '') + (parts.at(-1) === 'new' ? ': new' : '');

  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);

  return (
    <Page title={title} backAction={{ content: 'Home', url: path() }}>
      <Card>
        <Text as="p">
          The local admin has no such page. In a store on the platform, this link opens it.
        </Text>
      </Card>
    </Page>
  );
}
