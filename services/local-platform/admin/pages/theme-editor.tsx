import { Banner, BlockStack, Card, Page, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { useAddress } from '../router/router.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';
import { appName } from './app-links.ts';

/** Where an app sends the merchant to turn its theme extension on. The local store has no theme to change. */
export default function ThemeEditorPage() {
  const { name } = useStore();
  const path = useStorePath();
  const { search } = useAddress();
  const embed = new URLSearchParams(search).get('activateAppId')?.split('/')[1];

  useEffect(() => {
    document.title = `${name} · Theme editor`;
  }, [name]);

  return (
    <Page title="Theme editor" backAction={{ content: 'Home', url: path() }}>
      <BlockStack gap="400">
        <Banner tone="info" title="This local store has no theme">
          <p>
            In a store on the platform the theme editor opens here, at App embeds, for the merchant
            to turn the app’s embed on and save.
          </p>
        </Banner>
        <Card>
          <BlockStack gap="200">
            <Text as="h2" variant="headingSm">
              App embeds
            </Text>
            <Text as="p">
              {embed === undefined ? appName : `${appName}: ${embed.replaceAll('-', ' ')}`}
            </Text>
            <Text as="p" tone="subdued">
              {embed === undefined
                ? 'The app named no embed to turn on.'
                : 'The app asks to have this embed turned on.'}
            </Text>
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
