import { BlockStack, Button, ButtonGroup, InlineStack, Text, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import { useToast } from '../../bridge/toast.tsx';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog } from '../../forms/use-dialog.ts';
import { useResourceRequest } from '../../resource-routes/use-resource-request.ts';
import { anyAnswer } from '../../subscription-api/answer-schema.ts';
import type { Failure } from '../../subscription-api/failure.ts';

const logoModal = lazyDialog(async () => (await import('./LogoModal.tsx')).LogoModal);
const removeLogoModal = lazyDialog(
  async () => (await import('./RemoveLogoModal.tsx')).RemoveLogoModal,
);

type Props = {
  imageUrl: string | null;
  onSaved: (what: string, answer: unknown) => void;
  onFailed: (what: string, failure: Failure) => void;
};

const what = 'Logo';

/** The vendor's logo: uploaded in a dialog, or taken away. */
export function LogoSetting({ imageUrl, onSaved, onFailed }: Props) {
  const showToast = useToast();
  const upload = useDialog('logo');
  const removal = useDialog('remove-logo');
  const { ask, isAsking } = useResourceRequest();
  usePrefetchedDialog(logoModal, upload.url);

  // Once the dialog is closed: that would break off what is loaded anew.
  const [uploaded, setUploaded] = useState<{ answer: unknown }>();
  useEffect(() => {
    if (upload.isOpen || uploaded === undefined) return;
    setUploaded(undefined);
    onSaved(what, uploaded.answer);
  }, [upload.isOpen, uploaded, onSaved]);

  async function remove() {
    removal.close();
    const { answer, failure } = await ask({
      method: 'POST',
      path: '/vendor-settings',
      body: { img_url: null },
      answer: async () => anyAnswer,
    });
    if (failure !== undefined) return onFailed(what, failure);
    showToast('Logo removed');
    onSaved(what, answer);
  }

  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        Logo
      </Text>
      <InlineStack gap="400" blockAlign="center">
        <Thumbnail
          size="large"
          alt={imageUrl === null ? '' : 'Your logo'}
          source={imageUrl ?? ImageIcon}
        />
        <ButtonGroup>
          <Button url={upload.url}>{imageUrl === null ? 'Upload logo' : 'Change logo'}</Button>
          {imageUrl === null ? null : (
            <Button url={removal.url} tone="critical" variant="tertiary">
              {isAsking ? 'Removing' : 'Remove logo'}
            </Button>
          )}
        </ButtonGroup>
      </InlineStack>
      <Text as="p" tone="subdued">
        Stands above what your customers receive from you.
      </Text>
      {upload.isOpen ? (
        <DialogOnDemand
          dialog={logoModal}
          props={{
            onClose: upload.close,
            onSaved: (answer) => {
              setUploaded({ answer });
              upload.close();
              showToast('Logo updated');
            },
          }}
        />
      ) : null}
      {removal.isOpen ? (
        <DialogOnDemand
          dialog={removeLogoModal}
          props={{ onClose: removal.close, onConfirm: () => void remove() }}
        />
      ) : null}
    </BlockStack>
  );
}
