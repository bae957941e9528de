import { BlockStack, Button, Checkbox, DataTable, Page, Select } from '@shopify/polaris';
import { useState } from 'react';
import { Section, StoreLink } from '../display/section.tsx';
import { formatTime } from '../formats.ts';
import { loadSettings } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { ErrorBanner } from '../shell/page-states.tsx';
import { useStore, useTitle } from '../shell/store-context.tsx';
import { useStoreAction } from '../shell/use-store-action.ts';
import { appName } from './app-links.ts';

export default function SettingsPage() {
  const { name, shop, handle } = useStore();
  const settings = useLoaded('settings', (signal) => loadSettings(handle, signal));
  const { act, failure } = useStoreAction(settings.reload);
  useTitle('Settings');
  const error = failure ?? settings.error;
  return (
    <Page title="Settings">
      <BlockStack gap="400">
        {error !== null && (
          <ErrorBanner title="That didn’t work" message={error} onRetry={settings.reload} />
        )}
        <Section title={name} text={shop} />
        <Section title="Shipping and delivery" text="Which products ship by which profile.">
          <StoreLink to="/settings/shipping">Delivery profiles</StoreLink>
          {settings.data && (
            <Checkbox
              label="Market-driven shipping"
              helpText="Shipping is set up by market. Apps then read old delivery profiles of yours, and what they change in them has no effect."
              checked={settings.data.marketDrivenShipping}
              onChange={(on) => act('market-driven-shipping', { on })}
            />
          )}
        </Section>
        {settings.data && (
          <Section
            title="Apps"
            text={`${appName} is ${settings.data.installed ? '' : 'not '}installed.`}
          >
            {settings.data.installed ? (
              <Button tone="critical" onClick={() => act('uninstall')}>
                {`Uninstall ${appName}`}
              </Button>
            ) : (
              <Button onClick={() => act('install')}>{`Install ${appName}`}</Button>
            )}
          </Section>
        )}
        {settings.data && (
          <WebhookSection
            {...settings.data}
            onSend={(topic) => act('webhooks', { topic })}
            onSendAgain={(again) => act('webhooks', { again })}
          />
        )}
      </BlockStack>
    </Page>
  );
}

type WebhookSectionProps = Pick<
  Awaited<ReturnType<typeof loadSettings>>,
  'topics' | 'deliveries'
> & { onSend: (topic: string) => void; onSendAgain: (id: string) => void };

function WebhookSection({ topics, deliveries, onSend, onSendAgain }: WebhookSectionProps) {
  const [topic = '', setTopic] = useState(topics[0]);
  return (
    <Section title="Webhooks" text={`Messages to ${appName}, signed as the platform signs them.`}>
      <Select label="Topic" options={[...topics]} value={topic} onChange={setTopic} />
      <Button onClick={() => onSend(topic)}>Send</Button>
      {deliveries.length > 0 && (
        <DataTable
          columnContentTypes={['text', 'text', 'numeric', 'text']}
          headings={['Topic', 'Sent', 'Answer', 'Again']}
          rows={deliveries.map(({ id, topic: sent, triggeredAt, status }) => [
            sent,
            formatTime(triggeredAt),
            status ?? 'None',
            <Button
              key={id}
              size="slim"
              accessibilityLabel={`Send ${sent} again`}
              onClick={() => onSendAgain(id)}
            >
              Send again
            </Button>,
          ])}
        />
      )}
    </Section>
  );
}
