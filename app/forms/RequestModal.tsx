import { Banner, BlockStack, Modal, type ModalProps } from '@shopify/polaris';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { dialogAround, UnsavedQuestion, useUnsavedQuestion } from './unsaved-question.tsx';
import { useDoubleClickGuard } from './use-double-click-guard.ts';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  title: string;
  size?: ModalProps['size'];
  /** The label of the confirm button; undefined if there is nothing to confirm. */
  confirm?: string | undefined;
  cancel?: string;
  isDestructive?: boolean;
  /** False disables the confirm button. */
  isReady?: boolean;
  /** The request is under way. The modal stays open until it is answered. */
  isAsking?: boolean;
  failure?: { message: string; status: number } | undefined;
  /** Nothing is left to decide: Done is the only button. */
  isOver?: boolean;
  /** A sentence about what would be lost by closing; undefined if there is nothing to lose. */
  unsaved?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before a request is sent, and shows why it failed. Mount it only while it's open. */
export function RequestModal({
  title,
  size,
  confirm,
  cancel = 'Cancel',
  isDestructive = false,
  isReady = true,
  isAsking = false,
  failure,
  isOver = false,
  unsaved,
  onConfirm,
  onClose,
  children,
}: Props) {
  const isClickable = useDoubleClickGuard(isReady && !isOver);
  // A double click on the confirm button must not press Done.
  const canFinish = useDoubleClickGuard(isOver);
  useFocusReturn();
  const isUnsaved = unsaved !== undefined;
  const { content, ...leaving } = useUnsavedQuestion({
    ...{ isUnsaved, isSubmitting: isUnsaved && isAsking, isDone: isOver, onClose },
  });
  const isConfirmable = confirm !== undefined && !isAsking && isClickable;
  const typed = useRef<HTMLElement>();
  // The field was disabled meanwhile, so it lost the keyboard. A button that is pressed with a mouse never had it.
  useEffect(() => {
    if (failure === undefined) return;
    typed.current?.focus();
    typed.current = undefined;
    if (document.activeElement === document.body) dialogAround(content.current)?.focus();
  }, [failure, content]);
  /** Enter in a field of text is the confirm button. On a choice it might be meant to choose. */
  function confirmTyped(event: FormEvent) {
    event.preventDefault();
    const { activeElement } = document;
    const isTyped = activeElement instanceof HTMLInputElement && activeElement.type !== 'radio';
    if (!isTyped || !isConfirmable) return;
    typed.current = activeElement;
    onConfirm();
  }
  return (
    <Modal
      open
      size={size}
      {...(leaving.isAsking
        ? leaving.question
        : {
            title,
            onClose: isAsking ? () => undefined : leaving.close,
            // Stays the same button after a press, so that it keeps the focus.
            ...(isOver
              ? { primaryAction: { content: 'Done', disabled: !canFinish, onAction: onClose } }
              : {
                  ...(confirm !== undefined && {
                    primaryAction: {
                      content: confirm,
                      destructive: isDestructive,
                      loading: isAsking,
                      disabled: !isConfirmable,
                      onAction: onConfirm,
                    },
                  }),
                  secondaryActions: [
                    { content: cancel, disabled: isAsking, onAction: leaving.close },
                  ],
                }),
          })}
    >
      {leaving.isAsking ? <UnsavedQuestion text={unsaved} /> : null}
      {/* Hidden, not unmounted, while the merchant is asked: it holds what was typed. */}
      <div ref={content} hidden={leaving.isAsking}>
        <Modal.Section>
          <form noValidate onSubmit={confirmTyped}>
            <BlockStack gap="300">
              {failure === undefined ? null : (
                // With 409 nothing was done, because of how things stand now.
                <Banner
                  tone={failure.status === 409 ? 'warning' : 'critical'}
                  title={failure.message}
                />
              )}
              {children}
            </BlockStack>
            {/* Without one, Enter does nothing where there are several fields. */}
            <button type="submit" hidden />
          </form>
        </Modal.Section>
      </div>
    </Modal>
  );
}
