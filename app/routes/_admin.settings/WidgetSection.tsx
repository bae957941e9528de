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
import { useThemeEditor } from '../../bridge/use-admin-screen.ts';
import type { Resource } from '../../requests/use-resource.ts';
import { FailedCheck } from './FailedCheck.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { editorPathOf } from './widget-editor.ts';

/** How the widget stands on the theme. Only the merchant can turn it on or off, in the theme's editor: this leads there. */
export function WidgetSection({ widget }: { widget: Resource<WidgetDiagnosis> }) {
  const editor = useThemeEditor();
  const { answer, failure, isAsking, reload } = widget;
  return (
    <SettingsSection
      title="Simple Subscription Widget"
      description="How customers choose a plan on your product pages."
    >
      <FailedCheck
        title="We couldn’t check your theme"
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

function Standing({ of: { isWidgetOn, theme, findings } }: { of: WidgetDiagnosis }) {
  const themeName = theme?.name ?? 'your theme';
  const toFix = findings.length === 1 ? 'One thing keeps' : `${findings.length} things keep`;
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
          ? `It’s live on the product pages of ${themeName}. Move or remove it in the theme editor.`
          : `${themeName} doesn’t show it yet, so customers can’t subscribe.`}
      </Text>
      {isWidgetOn && findings.length > 0 ? (
        <Text as="p" tone="subdued">
          {`${toFix} customers from seeing all your plans.`}
        </Text>
      ) : null}
    </BlockStack>
  );
}
