import { Badge, Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import type { WidgetDiagnosis } from '#contract/theme.ts';
import { useAdminScreen, useThemeEditor } from '../../bridge/use-admin-screen.ts';
import { textOf } from './finding-texts.ts';

type Props = {
  diagnosis: WidgetDiagnosis;
  /** Installs the widget again. */
  onInstall: () => void;
  isInstalling: boolean;
};

/** Says whether customers see the widget, or why not, each with the way to mend it. For any screen. */
export function WidgetDoctor({ diagnosis, onInstall, isInstalling }: Props) {
  const adminScreen = useAdminScreen();
  const editor = useThemeEditor();
  const failure = adminScreen.failure ?? editor.failure;
  const { isWidgetOn, findings } = diagnosis;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Storefront widget
          </Text>
          <Badge tone={isWidgetOn ? 'success' : 'attention'}>{isWidgetOn ? 'On' : 'Off'}</Badge>
        </InlineStack>
        {failure ? <Banner tone="critical" title={failure} /> : null}
        {findings.length === 0 ? (
          <Text as="p">
            {`Customers see your plans on the product pages of ${diagnosis.theme?.name ?? 'your theme'}.`}
          </Text>
        ) : null}
        {findings.map((finding) => {
          const { title, text, mend } = textOf(finding);
          return (
            <BlockStack key={JSON.stringify(finding)} gap="200" inlineAlign="start">
              <Text as="h3" variant="headingSm" breakWord>
                {title}
              </Text>
              <Text as="p" tone="subdued" breakWord>
                {text}
              </Text>
              {mend.kind === 'screen' ? <Button url={mend.url}>{mend.label}</Button> : null}
              {mend.kind === 'editor' ? (
                <Button onClick={() => editor.open(mend.path)}>{mend.label}</Button>
              ) : null}
              {mend.kind === 'admin' ? (
                <Button onClick={() => adminScreen.open(mend.path)}>{mend.label}</Button>
              ) : null}
              {mend.kind === 'install' ? (
                <Button onClick={onInstall} loading={isInstalling}>
                  {mend.label}
                </Button>
              ) : null}
            </BlockStack>
          );
        })}
      </BlockStack>
    </Card>
  );
}
