import { BlockStack, Button, ButtonGroup, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { settingsTag } from '#contract/settings-tag.ts';
import type { Vendor } from '#contract/vendor.ts';
import { useToast } from '../../bridge/toast.tsx';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog } from '../../forms/use-dialog.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import type { UploadedLogo } from './LogoModal.tsx';
import { SavedLogo } from './SavedLogo.tsx';
import type { SavedSettings } from './use-saved-settings.ts';

const logoModal = lazyDialog(async () => (await import('./LogoModal.tsx')).LogoModal);
const removeLogoModal = lazyDialog(
  async () => (await import('./RemoveLogoModal.tsx')).RemoveLogoModal,
);

type Props = {
  imageUrl: string | null;
  onSaved: SavedSettings['changed'];
  onFailed: SavedSettings['failed'];
};

const name = 'Logo';

/** The vendor's logo: uploaded in a dialog, or taken away. */
export function LogoSetting({ imageUrl, onSaved, onFailed }: Props) {
  const uploaded = useRef<UploadedLogo>();
  const showToast = useToast();
  const upload = useDialog('logo');
  const removal = useDialog('remove-logo');
  const { ask, isAsking } = useResourceRequest({ leavesForUpdate: false });
  usePrefetchedDialog(logoModal, upload.url);

  // Once the dialog is closed: that would break off what is loaded anew, and show the dialog again after a failure.
  const [settle, setSettle] = useState<() => void>();
  useEffect(() => {
    if (upload.isOpen || settle === undefined) return;
    setSettle(undefined);
    settle();
  }, [upload.isOpen, settle]);
  function closeAnd(next: () => void) {
    setSettle(() => next);
    upload.close();
  }

  async function remove() {
    removal.close();
    const { answer, failure } = await ask({
      method: 'POST',
      path: '/resources/settings/update',
      body: { img_url: null },
      ifMatch: settingsTag({ img_url: imageUrl }),
      answer: async () => (await import('#contract/vendor-settings.ts')).updatedVendorSchema,
    });
    if (failure !== undefined) {
      return onFailed([{ name, isSavedIn: ({ img_url: kept }) => kept === null }], failure);
    }
    showToast('Logo removed');
    onSaved(name, answer);
  }

  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        Logo
      </Text>
      <SavedLogo imageUrl={imageUrl}>
        <ButtonGroup>
          <Button url={upload.url}>{imageUrl === null ? 'Upload logo' : 'Change logo'}</Button>
          {imageUrl === null ? null : (
            <Button url={removal.url} tone="critical" variant="tertiary">
              {isAsking ? 'Removing' : 'Remove logo'}
            </Button>
          )}
        </ButtonGroup>
      </SavedLogo>
      <Text as="p" tone="subdued">
        Appears at the top of the emails your customers get.
      </Text>
      {upload.isOpen ? (
        <DialogOnDemand
          dialog={logoModal}
          props={{
            uploaded,
            imageUrl,
            onClose: upload.close,
            onSaved: (answer) =>
              closeAnd(() => {
                showToast('Logo updated');
                onSaved(name, answer);
              }),
            onFailed: (failure) => {
              const photo = uploaded.current?.photo;
              const isSavedIn = ({ img_url: kept }: Vendor) => kept === (photo ?? false);
              closeAnd(() => onFailed([{ name, isSavedIn }], failure));
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
