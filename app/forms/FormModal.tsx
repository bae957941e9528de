import { Box, Button, Modal, type ModalProps, Text } from '@shopify/polaris';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '../bridge/use-leave-guard.ts';
import type { FormAnswer } from '../requests/form-answer.ts';
import { useRevalidateScreen } from '../requests/use-revalidate-screen.ts';
import { StatusShownByModal, SubmissionStatus } from './SubmissionStatus.tsx';
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
  const isUnsaved = unsaved !== undefined;
  const { blocker, letGo } = useLeaveGuard((isUnsaved || isSubmitting) && !isDone);
  const [isClosing, setClosing] = useState(false);
  const isAsking = isClosing || (blocker.state === 'blocked' && !isSubmitting);
  const isClickable = useDoubleClickGuard(isAsking);
  const isShownAwhile = useDoubleClickGuard(true);
  const content = useKeyboard({ isSubmitting, isAsking });
  useReloadAfterFailure(answer);

  useEffect(() => {
    if (isSubmitting && blocker.state === 'blocked') blocker.reset();
  }, [isSubmitting, blocker]);

  const handedOver = useRef(false);
  useEffect(() => {
    if (saved === null || handedOver.current) return;
    handedOver.current = true;
    letGo();
    onSaved(saved);
  }, [saved, letGo, onSaved]);

  const close = useCallback(() => {
    if (isSubmitting) return;
    if (isUnsaved && !isDone) setClosing(true);
    else onClose();
  }, [isSubmitting, isUnsaved, isDone, onClose]);

  function keepEditing() {
    if (!isClickable) return;
    setClosing(false);
    blocker.reset?.();
  }

  function discard() {
    letGo();
    if (blocker.state === 'blocked') blocker.proceed();
    else onClose();
  }

  return (
    <Modal
      open
      size={size}
      title={isAsking ? 'Discard unsaved changes?' : title}
      onClose={isAsking ? keepEditing : close}
      primaryAction={
        isAsking
          ? { content: 'Keep editing', disabled: !isClickable, onAction: keepEditing }
          : 'url' in submit
            ? submit
            : {
                content: isSubmitting ? (submit.busy ?? submit.content) : submit.content,
                destructive: submit.destructive,
                loading: isSubmitting && submit.busy === undefined,
                disabled: isSubmitting || (submit.destructive && !isShownAwhile),
                onAction: submission.submit,
              }
      }
      secondaryActions={
        isAsking ? [] : [{ content: 'Cancel', disabled: isSubmitting, onAction: close }]
      }
      footer={
        // Away from where Cancel was.
        isAsking ? (
          <Button variant="primary" tone="critical" disabled={!isClickable} onClick={discard}>
            Discard changes
          </Button>
        ) : (
          // Beside the buttons it is visible however far the form is scrolled. The content is inert while submitting.
          <>
            {footer}
            <SubmissionStatus
              isUnderWay={isSubmitting}
              words={'url' in submit ? undefined : submit.busy}
            />
          </>
        )
      }
    >
      {isAsking ? (
        <Modal.Section>
          <div role="alert" tabIndex={-1} data-question>
            <Text as="p">{unsaved}</Text>
          </div>
        </Modal.Section>
      ) : null}
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

/** Keeps the keyboard within the modal, also where what had it goes away or stands still. */
function useKeyboard({ isSubmitting, isAsking }: { isSubmitting: boolean; isAsking: boolean }) {
  useFocusReturn();
  const content = useRef<HTMLDivElement>(null);
  const lastField = useRef<HTMLElement>();
  const wasAsking = useRef(false);

  useEffect(() => {
    // Not the event's target, because Conform sends events from hidden inputs.
    const remember = () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement) lastField.current = activeElement;
    };
    content.current?.addEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || content.current?.contains(activeElement);
    if (isSubmitting && isLost) dialogAround(content.current)?.focus();
  }, [isSubmitting]);

  useEffect(() => {
    const dialog = dialogAround(content.current);
    if (isAsking) dialog?.querySelector<HTMLElement>('[data-question]')?.focus();
    else if (wasAsking.current) (lastField.current ?? dialog)?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  return content;
}

function dialogAround(element: HTMLElement | null) {
  return element?.closest<HTMLElement>('[role="dialog"]');
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
