import { Box, Modal, type ModalProps } from '@shopify/polaris';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FormAnswer } from '../requests/form-answer.ts';
import { useRevalidateScreen } from '../requests/use-revalidate-screen.ts';
import { StatusShownByModal, SubmissionStatus } from './SubmissionStatus.tsx';
import { dialogAround, UnsavedQuestion, useUnsavedQuestion } from './unsaved-question.tsx';
import { useDoubleClickGuard } from './use-double-click-guard.ts';
import { useFocusReturn } from './use-focus-return.ts';
import type { FormSubmission } from './use-form-submission.ts';

type Props<Saved> = {
  submission: FormSubmission<Saved>;
  title: string;
  size?: ModalProps['size'];
  /** The button that submits: `busy` while it is being sent, where the words change. Or a way to where something can be done. */
  submit:
    | { content: string; busy?: string; destructive?: boolean }
    | { content: string; url: string };
  /** A sentence about what would be lost by closing; undefined if there is nothing to lose. */
  unsaved?: string;
  /** Called once. */
  onSaved: (saved: Saved) => void;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * The frame of every form in a modal. It stays open and still while a submit is under way, asks before something typed is
 * lost, gives the keyboard back, and where it closes after a failure has the screen behind it loaded anew.
 * Mounted while it is open: each opening starts afresh. Its content holds a `SubmissionForm`.
 */
export function FormModal<Saved>({
  submission,
  title,
  size,
  submit,
  unsaved,
  onSaved,
  onClose,
  footer,
  children,
}: Props<Saved>) {
  const { isSubmitting, answer } = submission;
  const saved = answer?.saved ?? null;
  const isDone = saved !== null || answer?.updateUrl !== undefined;
  const { isAsking, question, content, close, letGo } = useUnsavedQuestion({
    isUnsaved: unsaved !== undefined,
    ...{ isSubmitting, isDone, onClose },
  });
  const isShownAwhile = useDoubleClickGuard(true);
  useFocusReturn();
  useReloadAfterFailure(answer);

  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || content.current?.contains(activeElement);
    if (isSubmitting && isLost) dialogAround(content.current)?.focus();
  }, [content, isSubmitting]);

  const handedOver = useRef(false);
  useEffect(() => {
    if (saved === null || handedOver.current) return;
    handedOver.current = true;
    letGo();
    onSaved(saved);
  }, [saved, letGo, onSaved]);

  return (
    <Modal
      open
      size={size}
      {...(isAsking
        ? question
        : {
            title,
            onClose: close,
            primaryAction:
              'url' in submit
                ? submit
                : {
                    content: isSubmitting ? (submit.busy ?? submit.content) : submit.content,
                    destructive: submit.destructive,
                    loading: isSubmitting && submit.busy === undefined,
                    disabled: isSubmitting || (submit.destructive && !isShownAwhile),
                    onAction: submission.submit,
                  },
            secondaryActions: [{ content: 'Cancel', disabled: isSubmitting, onAction: close }],
            // Beside the buttons it is visible however far the form is scrolled. The content is inert while submitting.
            footer: (
              <>
                {footer}
                <SubmissionStatus
                  isUnderWay={isSubmitting}
                  words={'url' in submit ? undefined : submit.busy}
                />
              </>
            ),
          })}
    >
      {isAsking ? <UnsavedQuestion text={unsaved} /> : null}
      {/* Hidden, not unmounted, while the merchant is asked: it holds what was typed. */}
      <div
        ref={content}
        hidden={isAsking}
        // Text typed during a submit isn't part of it, and would be lost when the form closes.
        {...(isSubmitting ? { inert: '' } : {})}
      >
        <StatusShownByModal.Provider value>
          <Box padding="400">{children}</Box>
        </StatusShownByModal.Provider>
      </div>
    </Modal>
  );
}

/** After a failure the screen behind may be out of date. */
function useReloadAfterFailure(answer: FormAnswer<unknown> | undefined): void {
  const reload = useRevalidateScreen();
  const latest = useRef({ reload, isDue: false });
  latest.current.reload = reload;
  useEffect(() => {
    if (answer !== undefined) latest.current.isDue = answer.saved === null;
  }, [answer]);
  useEffect(
    () => () => {
      const { isDue, reload } = latest.current;
      if (isDue) reload();
    },
    [],
  );
}
