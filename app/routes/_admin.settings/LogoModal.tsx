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
import { useEffect, useState } from 'react';
import { pictureTexts, pictureTypes } from '#contract/picture-type.ts';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import { type Outcome, useResourceRequest } from '../../resource-routes/use-resource-request.ts';
import { anyAnswer } from '../../subscription-api/answer-schema.ts';
import { type ChosenPicture, choosePicture } from './choose-picture.ts';

type Props = {
  /** Called with the vendor that was answered. */
  onSaved: (answer: unknown) => void;
  onClose: () => void;
};

const errorId = 'LogoFileError';

/** Specification §2, "Logo": one image, a preview of it, then Update saves it. */
export function LogoModal({ onSaved, onClose }: Props) {
  const [picture, setPicture] = useState<ChosenPicture>();
  const [refusal, setRefusal] = useState<string>();
  const { update, isUpdating, failure } = useLogoUpdate(onSaved);
  useFocusReturn();
  useFilesThatMiss();

  async function choose(files: File[]) {
    setPicture(undefined);
    const chosen = await choosePicture(files);
    setRefusal('refusal' in chosen ? chosen.refusal : undefined);
    setPicture('refusal' in chosen ? undefined : chosen);
  }

  function close() {
    if (!isUpdating) onClose();
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
          if (picture !== undefined) void update(picture.file);
        },
      }}
      secondaryActions={[{ content: 'Cancel', disabled: isUpdating, onAction: close }]}
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
                setRefusal(pictureTexts.notAnImage);
              }}
            />
          )}
          {isUpdating ? (
            <InlineStack gap="200" blockAlign="center">
              <Spinner size="small" accessibilityLabel="Loading" />
              <Text as="p">Storing the image in your store’s files</Text>
            </InlineStack>
          ) : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

const previewStyle = { maxWidth: '100%', maxHeight: '12rem', objectFit: 'contain' } as const;

/** What begins like an image may be none all the same: the browser says so. */
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
function useLogoUpdate(onSaved: (answer: unknown) => void) {
  const { ask, isAsking, failure } = useResourceRequest();

  async function update(file: File) {
    const body = new FormData();
    body.set('file', file);
    const { answer: uploaded } = await ask({
      method: 'POST',
      path: '/upload/picture',
      body,
      answer: async () => (await import('#contract/picture.ts')).pictureSchema,
    });
    if (uploaded === undefined) return;
    const saved: Outcome<unknown> = await ask({
      method: 'POST',
      path: '/vendor-settings',
      body: { img_url: uploaded.photo },
      answer: async () => anyAnswer,
    });
    if (saved.failure === undefined) onSaved(saved.answer);
  }

  return { update, isUpdating: isAsking, failure };
}

/** A file that is dropped beside the zone would take the screen's place. */
function useFilesThatMiss(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    document.addEventListener('dragover', stay);
    document.addEventListener('drop', stay);
    return () => {
      document.removeEventListener('dragover', stay);
      document.removeEventListener('drop', stay);
    };
  }, []);
}
