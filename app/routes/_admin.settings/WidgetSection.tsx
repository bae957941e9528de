import {
  Badge,
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  InlineStack,
  Text,
} from '@shopify/polaris';
import type { WidgetDiagnosis } from '#contract/theme.ts';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { useResource } from '../../resource-routes/use-resource.ts';
import { FailedCheck } from './FailedCheck.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** The published theme's product page, where a widget that is on can be moved or taken away. */
const productPageEditor = '/themes/current/editor?template=product';

/** How the widget stands on the theme. Only the merchant can turn it on or off, in the theme's editor: this leads there. */
export function WidgetSection() {
  const editor = useAdminScreen();
  const { answer, failure, isAsking, reload } = useResource({
    path: '/theme',
    answer: async () => (await import('#contract/theme.ts')).widgetDiagnosisSchema,
  });

  return (
    <SettingsSection
      title="Simple Subscription Widget"
      description="The widget on your store's theme."
    >
      <FailedCheck
        title="Your theme could not be checked"
        failure={failure}
        isAsking={isAsking}
        onTryAgain={reload}
      />
      <div role="status">
        {answer !== undefined ? (
          <Standing of={answer} />
        ) : failure === undefined ? (
          <Text as="p" tone="subdued">
            Checking your theme…
          </Text>
        ) : null}
      </div>
      {editor.failure === undefined ? null : <Banner tone="critical" title={editor.failure} />}
      <ButtonGroup>
        {answer === undefined ? null : (
          <Button
            variant={answer.isWidgetOn ? undefined : 'primary'}
            onClick={() => editor.open(editorPathOf(answer))}
          >
            {answer.isWidgetOn ? 'Change in theme editor' : 'Turn on in theme editor'}
          </Button>
        )}
        <Button url="/widget">Check the widget</Button>
      </ButtonGroup>
    </SettingsSection>
  );
}

function editorPathOf({ isWidgetOn, takesBlocks, editorPaths }: WidgetDiagnosis): string {
  if (isWidgetOn) return productPageEditor;
  return takesBlocks ? editorPaths.block : editorPaths.embed;
}

function Standing({ of: { isWidgetOn, theme, findings } }: { of: WidgetDiagnosis }) {
  const themeName = theme?.name ?? 'your theme';
  const inTheWay = findings.length === 1 ? 'One thing stands' : `${findings.length} things stand`;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          Widget
        </Text>
        <Badge tone={isWidgetOn ? 'success' : 'attention'}>{isWidgetOn ? 'On' : 'Off'}</Badge>
      </InlineStack>
      <Text as="p" breakWord>
        {isWidgetOn
          ? `Product pages of ${themeName} show it. You can move it or take it away in the theme editor.`
          : `${themeName} does not show it yet.`}
      </Text>
      {isWidgetOn && findings.length > 0 ? (
        <Text as="p" tone="subdued">
          {`${inTheWay} in the way of what customers see.`}
        </Text>
      ) : null}
    </BlockStack>
  );
}
