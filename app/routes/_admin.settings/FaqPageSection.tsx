import { Banner, Button, InlineStack, Text } from '@shopify/polaris';
import { originalIdOf } from '#contract/original-id.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { useResource } from '../../resource-routes/use-resource.ts';
import { useResourceRequest } from '../../resource-routes/use-resource-request.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { SettingsSection } from './SettingsSection.tsx';

type Props = {
  /** Of the vendor's manifest: the store may have it no more. */
  faqPageId: string | null;
  onSaved: (what: string, answer: unknown) => void;
  onFailed: (what: string, failure: Failure) => void;
};

const what = 'FAQ Page';

/** Specification §2, "Settings page": makes the store's FAQ page, or leads to it. */
export function FaqPageSection({ faqPageId, onSaved, onFailed }: Props) {
  const editor = useAdminScreen();
  const showToast = useToast();
  const { ask, isAsking } = useResourceRequest();
  const stored = useResource({
    path: '/faq-page',
    answer: async () => (await import('#contract/faq-page.ts')).storedFaqPageSchema,
  });
  // Where the store can't be asked, what is kept is the best that is known.
  const current = stored.answer === undefined ? faqPageId : stored.answer.faqPageId;
  const wasDeleted = faqPageId !== null && current === null;

  async function generate() {
    const { answer, failure } = await ask({
      method: 'POST',
      path: '/faq-page',
      answer: async () => (await import('#contract/faq-page.ts')).faqPageSchema,
    });
    if (failure !== undefined) return onFailed(what, failure);
    showToast('FAQ page created');
    stored.reload();
    onSaved(what, answer);
  }

  function press() {
    if (isAsking) return;
    if (current === null) void generate();
    else editor.open(`/pages/${originalIdOf(current)}`);
  }

  return (
    <SettingsSection
      title={what}
      description="Answers to what customers ask about subscriptions, on a page of your store."
    >
      <Text as="p">
        {wasDeleted
          ? 'The page was deleted in your store. You can generate it again.'
          : current === null
            ? 'We write it from your selling plans and publish it in your store. Then it is yours to edit.'
            : 'Your store has the page. What you change in it stays as you wrote it.'}
      </Text>
      {editor.failure === undefined ? null : <Banner tone="critical" title={editor.failure} />}
      <InlineStack>
        <Button onClick={press}>
          {isAsking ? 'Processing...' : current === null ? 'Generate an FAQ Page' : 'Edit FAQ Page'}
        </Button>
      </InlineStack>
    </SettingsSection>
  );
}
