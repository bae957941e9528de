import { Badge, Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { WidgetDiagnosis, WidgetFinding } from '#contract/theme.ts';
import { useAdminScreen } from '../bridge/use-admin-screen.ts';
import { textOf } from './finding-texts.ts';

const aboutTheme: readonly WidgetFinding['kind'][] = ['not-added', 'embed-only', 'wrong-template'];

type Props = {
  diagnosis: WidgetDiagnosis;
  /** Installs the widget again. */
  onInstall: () => void;
  isInstalling: boolean;
};

/** Says whether customers see the widget, or why not, each with the way to mend it. For any screen. */
export function WidgetDoctor({ diagnosis, onInstall, isInstalling }: Props) {
  const adminScreen = useAdminScreen();
  const isActive = useWidgetActive();
  const isOn = diagnosis.isWidgetOn || isActive;
  // Where the platform itself says that the theme shows it, what its files say doesn't matter.
  const findings = diagnosis.findings.filter(({ kind }) => !isActive || !aboutTheme.includes(kind));
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Storefront widget
          </Text>
          <Badge tone={isOn ? 'success' : 'attention'}>{isOn ? 'On' : 'Off'}</Badge>
        </InlineStack>
        {adminScreen.failure ? <Banner tone="critical" title={adminScreen.failure} /> : null}
        {findings.length === 0 ? (
          <Text as="p">
            {`Customers see it on ${diagnosis.theme?.name ?? 'your theme'}. Nothing stands in its way.`}
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

/** Asked anew whenever the merchant comes back, as from the theme editor. */
function useWidgetActive(): boolean {
  const [isActive, setIsActive] = useState(false);
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      const platform = await import('./platform-extensions.ts').catch(() => null);
      const isOn = await platform?.isWidgetActive();
      if (isShown) setIsActive(isOn === true);
    };
    const whenBack = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    void ask();
    document.addEventListener('visibilitychange', whenBack);
    return () => {
      isShown = false;
      document.removeEventListener('visibilitychange', whenBack);
    };
  }, []);
  return isActive;
}
