import {
  Banner,
  type BannerHandles,
  BlockStack,
  Button,
  ButtonGroup,
  List,
} from '@shopify/polaris';
import { useEffect, useRef } from 'react';

type Props = {
  form: {
    isChanged: boolean;
    conflict: {
      settings: readonly { field: string; text: string }[];
      /** Another one for each save that came too late. */
      asked: object | undefined;
      choose: (choice: 'typed' | 'saved') => void;
    };
  };
};

/** Settings that were changed in another tab, or by a colleague, while the merchant edited them. The merchant chooses. */
export function ChangedElsewhere({ form }: Props) {
  const { settings, asked, choose } = form.conflict;
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (asked !== undefined) banner.current?.focus();
  }, [asked]);
  if (!form.isChanged || (settings.length === 0 && asked === undefined)) return null;
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
            <Button onClick={() => choose('typed')}>Keep my changes</Button>
            <Button onClick={() => choose('saved')}>Use saved settings</Button>
          </ButtonGroup>
        </BlockStack>
      )}
    </Banner>
  );
}
