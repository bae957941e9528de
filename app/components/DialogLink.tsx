import type { LinkLikeComponentProps } from '@shopify/polaris/build/ts/src/utilities/link/types';
import { forwardRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useOpenDialog } from '../forms/use-dialog.ts';

/**
 * Opens a dialog of the screen on show. It is a link, which works before the screen's scripts do, and to the merchant a
 * button.
 */
export const DialogLink = forwardRef<HTMLAnchorElement, LinkLikeComponentProps>(function DialogLink(
  { url, external: _external, target: _target, role = 'button', onClick, children, ...rest },
  ref,
) {
  const openDialog = useOpenDialog();

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openDialog(url);
  }

  function pressWithSpace(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  }

  return (
    <a
      ref={ref}
      {...rest}
      role={role}
      aria-haspopup="dialog"
      href={url}
      onClick={open}
      onKeyDown={pressWithSpace}
    >
      {children}
    </a>
  );
});
