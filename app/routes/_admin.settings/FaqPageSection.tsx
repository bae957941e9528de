import { Banner, Button, InlineStack, Text } from '@shopify/polaris';
import { useRef, useState } from 'react';
import { originalIdOf } from '#contract/original-id.ts';
import type { Vendor } from '#contract/vendor.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { Announced } from '../../components/Announced.tsx';
import { useResource, useResourceRequest } from '../../requests/use-resource.ts';
import { SettingsSection } from './SettingsSection.tsx';
import type { SavedSettings } from './use-saved-settings.ts';

type Props = {
  vendor: Vendor;
  onSaved: SavedSettings['changed'];
  onFailed: SavedSettings['failed'];
};

const name = 'FAQ Page';

/** Specification §2, "Settings page": makes the store's FAQ page, or leads to it. */
export function FaqPageSection({ vendor, onSaved, onFailed }: Props) {
  // The store may have it no more.
  const { faqPageId } = vendor.shopifyManifest;
  const editor = useAdminScreen();
  const showToast = useToast();
  const { ask, isAsking } = useResourceRequest({ leavesForUpdate: false });
  const stored = useResource({
    path: '/resources/faq-page',
    answer: async () => (await import('#contract/faq-page.ts')).storedFaqPageSchema,
    loadedWith: vendor,
  });
  // Valid until the store is asked again.
  const [generated, setGenerated] = useState<{ faqPageId: string; before: typeof stored.answer }>();
  const answered = useRef(stored.answer);
  answered.current = stored.answer;
  const known = generated?.before === stored.answer ? (generated ?? stored.answer) : stored.answer;
  // If the store can't be asked, the saved id is the best that is known.
  const current = known === undefined ? faqPageId : known.faqPageId;
  const wasDeleted = faqPageId !== null && current === null;

  async function generate() {
    const { answer, failure } = await ask({
      method: 'POST',
      path: '/resources/faq-page',
      answer: async () => (await import('#contract/faq-page.ts')).faqPageSchema,
    });
    if (failure !== undefined) {
      const isSavedIn = ({ shopifyManifest }: Vendor) =>
        shopifyManifest.faqPageId !== null && shopifyManifest.faqPageId !== faqPageId;
      return onFailed([{ name, isSavedIn }], failure);
    }
    setGenerated({ ...answer, before: answered.current });
    stored.reload();
    showToast('FAQ page created');
    onSaved(name);
  }

  function press() {
    if (isAsking) return;
    if (current === null) void generate();
    else editor.open(`/pages/${originalIdOf(current)}`);
  }

  return (
    <SettingsSection
      title={name}
      description="A page in your store that answers your customers’ questions about subscribing."
    >
      <Text as="p">
        {wasDeleted
          ? 'The page was deleted in your store. Generate it again anytime.'
          : current === null
            ? 'We write it from your selling plans and publish it in your store. You can edit it afterwards.'
            : 'It’s published in your store. Edit it anytime: we never overwrite your changes.'}
      </Text>
      {editor.failure === undefined ? null : <Banner tone="critical" title={editor.failure} />}
      <InlineStack>
        <Announced>{isAsking ? 'Processing...' : ''}</Announced>
        <Button onClick={press}>
          {isAsking ? 'Processing...' : current === null ? 'Generate an FAQ Page' : 'Edit FAQ Page'}
        </Button>
      </InlineStack>
    </SettingsSection>
  );
}
