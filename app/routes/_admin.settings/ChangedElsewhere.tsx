import {
  Banner,
  type BannerHandles,
  BlockStack,
  Button,
  ButtonGroup,
  List,
} from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { focusHeading } from '../../forms/use-focus-return.ts';
import type { SettingsForm } from './use-settings-form.ts';

/** The banner goes with what was pressed in it: the focus must not. */
const choose = (settle: () => void) => () => {
  flushSync(settle);
  focusHeading();
};

/** What was changed in another tab, or by a colleague, while the merchant typed over it: the merchant chooses. */
export function ChangedElsewhere({ conflict }: { conflict: SettingsForm['conflict'] }) {
  const { settings, asked, keepTyped, takeSaved } = conflict;
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (asked !== undefined) banner.current?.focus();
  }, [asked]);
  if (settings.length === 0 && asked === undefined) return null;
  return (
    <Banner ref={banner} tone="warning" title="Your settings were changed elsewhere">
      {settings.length === 0 ? (
        <p>Nothing you typed is lost. Review your settings, then save again.</p>
      ) : (
        <BlockStack gap="300">
          <List>
            {settings.map(({ field, text }) => (
              <List.Item key={field}>{text}</List.Item>
            ))}
          </List>
          <ButtonGroup>
            <Button onClick={choose(keepTyped)}>Keep my changes</Button>
            <Button onClick={choose(takeSaved)}>Use saved settings</Button>
          </ButtonGroup>
        </BlockStack>
      )}
    </Banner>
  );
}
