import { Button, Modal, Text } from '@shopify/polaris';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '../bridge/use-leave-guard.ts';
import { useDoubleClickGuard } from './use-double-click-guard.ts';

type Options = {
  /** Whether something typed would be lost. */
  isUnsaved: boolean;
  isSubmitting: boolean;
  /** Whether it is saved, or was over before it could be. */
  isDone: boolean;
  onClose: () => void;
};

/**
 * Has a modal ask before something typed is lost, by closing it or by leaving the screen. While `isAsking`, give the modal the props of
 * `question`, show `UnsavedQuestion` and hide the content that `content` is the ref of. It closes by `close`.
 */
export function useUnsavedQuestion({ isUnsaved, isSubmitting, isDone, onClose }: Options) {
  const { blocker, letGo } = useLeaveGuard((isUnsaved || isSubmitting) && !isDone);
  const [isClosing, setClosing] = useState(false);
  const isAsking = isClosing || (blocker.state === 'blocked' && !isSubmitting);
  const isClickable = useDoubleClickGuard(isAsking);
  const content = useRef<HTMLDivElement>(null);
  useFocusOnQuestion(content, isAsking);

  useEffect(() => {
    if (isSubmitting && blocker.state === 'blocked') blocker.reset();
  }, [isSubmitting, blocker]);

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

  const question = {
    title: 'Discard unsaved changes?',
    onClose: keepEditing,
    primaryAction: { content: 'Keep editing', disabled: !isClickable, onAction: keepEditing },
    secondaryActions: [],
    // Away from where Cancel was.
    footer: (
      <Button variant="primary" tone="critical" disabled={!isClickable} onClick={discard}>
        Discard changes
      </Button>
    ),
  };
  return { isAsking, question, content, close, letGo };
}

export function UnsavedQuestion({ text }: { text: string | undefined }) {
  return (
    <Modal.Section>
      <div role="alert" tabIndex={-1} data-question>
        <Text as="p">{text}</Text>
      </div>
    </Modal.Section>
  );
}

/** Moves the keyboard to the question, and back to the field where it was. */
function useFocusOnQuestion(content: RefObject<HTMLDivElement>, isAsking: boolean) {
  const lastField = useRef<HTMLElement>();
  const wasAsking = useRef(false);

  useEffect(() => {
    // Not the event's target, because Conform sends events from hidden inputs.
    const remember = () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement) lastField.current = activeElement;
    };
    content.current?.addEventListener('focusin', remember);
  }, [content]);

  useEffect(() => {
    const dialog = dialogAround(content.current);
    if (isAsking) dialog?.querySelector<HTMLElement>('[data-question]')?.focus();
    else if (wasAsking.current) (lastField.current ?? dialog)?.focus();
    wasAsking.current = isAsking;
  }, [content, isAsking]);
}

export function dialogAround(element: HTMLElement | null) {
  return element?.closest<HTMLElement>('[role="dialog"]');
}
