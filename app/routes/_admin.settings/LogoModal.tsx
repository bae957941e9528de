import {
  Banner,
  BlockStack,
  DropZone,
  InlineError,
  InlineStack,
  Modal,
  Spinner,
  Text,
} from '@shopify/polaris';
import { type MutableRefObject, useCallback, useEffect, useRef, useState } from 'react';
import { pictureTexts, pictureTypes } from '#contract/picture-type.ts';
import { settingsTag } from '#contract/settings-tag.ts';
import type { UpdatedVendor } from '#contract/vendor-settings.ts';
import { useFilesThatMiss } from '../../forms/use-files-that-miss.ts';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import { createIdempotentSender } from '../../requests/idempotent-sender.ts';
import type { ResourceError } from '../../requests/request-resource.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { isOutcomeUnknown } from '../../subscription-api/failure.ts';
import { type ChosenPicture, choosePicture } from './choose-picture.ts';

/** The chosen file, and its address once it is uploaded, so that a second try uploads nothing. */
export type UploadedLogo = { picture: ChosenPicture; photo?: string };

type Props = {
  /** Outlives the dialog, for a try after a failure. */
  uploaded: MutableRefObject<UploadedLogo | undefined>;
  /** The logo that is to be replaced. */
  imageUrl: string | null;
  /** Called with the vendor that was answered. */
  onSaved: (answer: UpdatedVendor) => void;
  /** Of saving, or where the merchant must grant something first. */
  onFailed: (failure: ResourceError) => void;
  onClose: () => void;
};

const errorId = 'LogoFileError';
const once = createIdempotentSender();

/** Specification §2, "Logo": one image, a preview of it, then Update saves it. */
export function LogoModal({ uploaded, imageUrl, onSaved, onFailed, onClose }: Props) {
  const [picture, setPicture] = useState(uploaded.current?.picture);
  const [refusal, setRefusal] = useState<string>();
  const { update, isUpdating, isSaving, stop, failure } = useLogoUpdate({
    uploaded,
    imageUrl,
    onSaved,
    onFailed,
  });
  useFocusReturn();
  useFilesThatMiss();

  const lastChoice = useRef(0);
  async function choose(files: File[]) {
    lastChoice.current += 1;
    const choice = lastChoice.current;
    setPicture(undefined);
    setRefusal(undefined);
    uploaded.current = undefined;
    const chosen = await choosePicture(files);
    // A large file may be read only after one that was chosen later.
    if (choice !== lastChoice.current) return;
    if ('refusal' in chosen) return setRefusal(chosen.refusal);
    setPicture(chosen);
    uploaded.current = { picture: chosen };
  }

  function close() {
    if (isSaving) return;
    stop();
    uploaded.current = undefined;
    onClose();
  }

  return (
    <Modal
      open
      title="Logo"
      onClose={close}
      primaryAction={{
        content: isUpdating ? 'Updating' : 'Update',
        disabled: picture === undefined || isUpdating,
        onAction: () => {
          if (!isUpdating) void update();
        },
      }}
      secondaryActions={[{ content: 'Cancel', disabled: isSaving, onAction: close }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {failure === undefined || isUpdating ? null : (
            <Banner tone="critical" title={failure.message} />
          )}
          <DropZone
            label="Image"
            allowMultiple={false}
            accept={Object.keys(pictureTypes).join(',')}
            disabled={isUpdating}
            onDrop={(files) => void choose(files)}
          >
            <DropZone.FileUpload
              actionTitle={picture === undefined ? 'Choose image' : 'Choose another image'}
              actionHint="PNG, JPEG, GIF or WebP, at most 5 MB"
            />
          </DropZone>
          <div role="alert">
            {refusal === undefined ? null : <InlineError message={refusal} fieldID={errorId} />}
          </div>
          {picture === undefined ? null : (
            <Preview
              picture={picture}
              onBroken={() => {
                setPicture(undefined);
                uploaded.current = undefined;
                setRefusal(pictureTexts.broken);
              }}
            />
          )}
          <div role="status">
            {isUpdating ? (
              <InlineStack gap="200" blockAlign="center">
                <Spinner size="small" />
                <Text as="p">Saving the image to your store’s files</Text>
              </InlineStack>
            ) : null}
          </div>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

const previewStyle = { maxWidth: '100%', maxHeight: '12rem', objectFit: 'contain' } as const;

/** A file may begin like an image and still be none. The browser reports that as an error. */
function Preview({ picture, onBroken }: { picture: ChosenPicture; onBroken: () => void }) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="h3" variant="headingSm">
        Preview
      </Text>
      <img src={picture.source} alt="Your new logo" style={previewStyle} onError={onBroken} />
      <Text as="p" tone="subdued" breakWord>
        {picture.file.name}
      </Text>
    </BlockStack>
  );
}

/** Uploads the image, then saves where it lies. */
function useLogoUpdate({ uploaded, imageUrl, onSaved, onFailed }: Omit<Props, 'onClose'>) {
  // The logo when the dialog opened: the screen behind it may have been reloaded since.
  const [replaced] = useState(imageUrl);
  const { ask, isAsking, failure } = useResourceRequest({ leavesForUpdate: false });
  const [isSaving, setSaving] = useState(false);
  const uploading = useRef<AbortController>();
  /** Breaks the upload off: a large image may take a minute. */
  const stop = useCallback(() => uploading.current?.abort(), []);
  // Back closes the dialog too, and what goes on unseen would take the place of a logo that is chosen next.
  useEffect(() => stop, [stop]);

  async function upload(
    { picture }: UploadedLogo,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const body = new FormData();
    body.set('file', picture.file);
    const { answer, failure: refusal } = await once(picture.source, (idempotencyKey) =>
      ask({
        method: 'POST',
        path: '/resources/settings/picture',
        body,
        idempotencyKey,
        answer: async () => (await import('#contract/picture.ts')).pictureSchema,
        signal,
      }),
    );
    if (refusal?.updateUrl !== undefined) onFailed(refusal);
    return answer?.photo;
  }

  async function update() {
    const chosen = uploaded.current;
    if (chosen === undefined) return;
    uploading.current = new AbortController();
    const { signal } = uploading.current;
    chosen.photo ??= await upload(chosen, signal);
    if (chosen.photo === undefined || signal.aborted) return;
    setSaving(true);
    const { answer, failure: refusal } = await ask({
      method: 'POST',
      path: '/resources/settings/update',
      body: { img_url: chosen.photo },
      ifMatch: settingsTag({ img_url: replaced }),
      answer: async () => (await import('#contract/vendor-settings.ts')).updatedVendorSchema,
    });
    setSaving(false);
    if (refusal === undefined) {
      uploaded.current = undefined;
      return onSaved(answer);
    }
    // A refused picture would be refused again, unless another logo was saved first.
    const isOvertaken = refusal.status === 409;
    if (!isOvertaken && !isOutcomeUnknown(refusal.status)) chosen.photo = undefined;
    onFailed(refusal);
  }

  return { update, isUpdating: isAsking || isSaving, isSaving, stop, failure };
}
