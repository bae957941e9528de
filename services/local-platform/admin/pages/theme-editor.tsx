import { Banner, BlockStack, Button, InlineStack, Page } from '@shopify/polaris';
import { Section } from '../display/section.tsx';
import { loadInstalledApp, loadTheme, type ShownTheme } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { useAddress } from '../router/router.tsx';
import { ErrorBanner, LoadError, PageLoading } from '../shell/page-states.tsx';
import { useStore, useStorePath, useTitle } from '../shell/store-context.tsx';
import { useStoreAction } from '../shell/use-store-action.ts';

/** The change that a deep link asks for: adding an app's block to a template, or turning on an app's embed. */
type AskedChange = { apiKey: string; block: string; template: string | null };

/** Reads the platform's deep links: `addAppBlockId={key}/{block}&template=…` and `activateAppId={key}/{embed}`. */
export function askedIn(search: string): AskedChange | null {
  const query = new URLSearchParams(search);
  const added = query.get('addAppBlockId');
  const [apiKey, block] = (added ?? query.get('activateAppId') ?? '').split('/');
  if (!apiKey || !block) return null;
  return { apiKey, block, template: added === null ? null : (query.get('template') ?? 'index') };
}

function isDone(theme: ShownTheme, { block, template }: AskedChange): boolean {
  if (template === null) return theme.embeds.includes(block);
  return theme.templates.some(({ name, blocks }) => name === template && blocks.includes(block));
}

const words = (handle: string) => handle.replaceAll('-', ' ');

/** The editor of the published theme, for app blocks only. Nothing changes until the merchant presses a button. */
export default function ThemeEditorPage() {
  const { handle } = useStore();
  const path = useStorePath();
  const { search } = useAddress();
  const asked = askedIn(search);
  const loaded = useLoaded(`theme ${handle}`, async (signal) => ({
    theme: await loadTheme(handle, signal),
    app: await loadInstalledApp(handle, signal),
  }));
  const { act, failure } = useStoreAction(loaded.reload);
  useTitle('Theme editor');

  if (loaded.error !== null) {
    return <LoadError of={loaded} heading="Theme editor" title="The theme couldn’t be loaded" />;
  }
  if (loaded.data === null) return <PageLoading title="Theme editor" />;
  const { theme, app } = loaded.data;
  const change = (body: object) => act('theme', body);
  return (
    <Page
      narrowWidth
      title="Theme editor"
      subtitle={theme.name}
      backAction={{ content: 'Home', url: path() }}
    >
      <BlockStack gap="400">
        {failure !== null && <ErrorBanner title="The theme couldn’t be saved" message={failure} />}
        {asked === null ? null : asked.apiKey !== app.apiKey ? (
          <ErrorBanner
            title="No such app"
            message={`No app of this store has the API key ${asked.apiKey}.`}
          />
        ) : theme.templates.every(({ name }) => name !== (asked.template ?? name)) ? (
          <ErrorBanner
            title="No such template"
            message={`The theme has no template ${asked.template}.`}
          />
        ) : (
          <AskedSection
            asked={asked}
            appName={app.name}
            isDone={isDone(theme, asked)}
            onSave={change}
          />
        )}
        <BlocksOnTheme theme={theme} onChange={change} />
      </BlockStack>
    </Page>
  );
}

type AskedSectionProps = {
  asked: AskedChange;
  appName: string;
  isDone: boolean;
  onSave: (change: object) => void;
};

function AskedSection({ asked: { block, template }, appName, isDone, onSave }: AskedSectionProps) {
  if (isDone) {
    return (
      <Banner
        tone="success"
        title={
          template === null
            ? `“${words(block)}” is on`
            : `“${words(block)}” is on the template ${template}`
        }
      />
    );
  }
  return template === null ? (
    <Section title={`Turn on “${words(block)}” of ${appName}?`}>
      <Button variant="primary" onClick={() => onSave({ kind: 'embed', block, on: true })}>
        Turn on and save
      </Button>
    </Section>
  ) : (
    <Section
      title={`Add “${words(block)}” of ${appName}?`}
      text={`It comes before the buy buttons of the template ${template}.`}
    >
      <Button variant="primary" onClick={() => onSave({ kind: 'add-block', template, block })}>
        Add block and save
      </Button>
    </Section>
  );
}

function BlocksOnTheme({
  theme,
  onChange,
}: {
  theme: ShownTheme;
  onChange: (change: object) => void;
}) {
  const placed = theme.templates.flatMap(({ name, blocks }) =>
    blocks.map((block) => ({ name, block })),
  );
  return (
    <Section
      title="Apps on this theme"
      {...(placed.length + theme.embeds.length === 0 && { text: 'None yet.' })}
    >
      {placed.map(({ name, block }) => (
        <InlineStack key={`${name} ${block}`} gap="300" blockAlign="center">
          <span>{`“${words(block)}” on the template ${name}`}</span>
          <Button
            accessibilityLabel={`Remove ${words(block)} from ${name}`}
            onClick={() => onChange({ kind: 'remove-block', template: name, block })}
          >
            Remove
          </Button>
        </InlineStack>
      ))}
      {theme.embeds.map((block) => (
        <InlineStack key={block} gap="300" blockAlign="center">
          <span>{`“${words(block)}” as an app embed`}</span>
          <Button
            accessibilityLabel={`Turn off ${words(block)}`}
            onClick={() => onChange({ kind: 'embed', block, on: false })}
          >
            Turn off
          </Button>
        </InlineStack>
      ))}
    </Section>
  );
}
