import { Banner, type BannerHandles, Spinner } from '@shopify/polaris';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { loadScript } from '../network/load-script.ts';
import { knownTextOf } from '../subscription-api/failure.ts';
import { notePresses } from './last-pressed.ts';

type DialogProps = { onClose: () => void };

/** In front of the screen, and not in the way of the pointer. */
const inFront = {
  position: 'fixed',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  pointerEvents: 'none',
  zIndex: 'var(--p-z-index-11)',
} as const;

/** A dialog whose code loads after the screen. */
export type LazyDialog<Props extends DialogProps> = {
  /** Loads the code, once; after a failure again. */
  load: () => Promise<void>;
  loaded: () => ComponentType<Props> | undefined;
};

/** Says where a dialog's code is, for {@link usePrefetchedDialog} and {@link DialogOnDemand}. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  // The dialog's own code loads too late to see which element opened it.
  notePresses();
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  return {
    loaded: () => loaded,
    load() {
      loading ??= load().then(
        (component) => {
          loaded = component;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

/**
 * For the screen that a dialog belongs to: its code comes while the browser has nothing else to do, or as soon as the
 * merchant points at a link to `url`, which opens it.
 */
export function usePrefetchedDialog<Props extends DialogProps>(
  dialog: LazyDialog<Props>,
  url?: string,
): void {
  useEffect(() => {
    const prefetch = () => void dialog.load().catch(() => undefined);
    const prefetchAtLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`a[href="${url}"]`)) prefetch();
    };
    const events = ['pointerover', 'focusin'];
    for (const name of events) document.addEventListener(name, prefetchAtLink);
    const stopWaiting = whenIdle(prefetch);
    return () => {
      stopWaiting();
      for (const name of events) document.removeEventListener(name, prefetchAtLink);
    };
  }, [dialog, url]);
}

type Props<Of extends DialogProps> = { dialog: LazyDialog<Of>; props: Of };

/** Mounted while the dialog is open. If its code can't be loaded, a message with a retry takes its place. */
export function DialogOnDemand<Of extends DialogProps>({ dialog, props }: Props<Of>) {
  const [phase, setPhase] = useState<'unasked' | 'loading' | 'loaded' | { failure: string }>(
    'unasked',
  );
  const round = useRef(0);
  const ask = useCallback(() => {
    round.current += 1;
    const asked = round.current;
    const become = (next: typeof phase) => {
      if (round.current === asked) setPhase(next);
    };
    setPhase('loading');
    loadScript(dialog.load).then(
      () => become('loaded'),
      (error: unknown) => become({ failure: knownTextOf(error) ?? errorTexts.missingScript }),
    );
  }, [dialog]);
  useEffect(() => {
    if (dialog.loaded() === undefined) ask();
    // It came between the render and now.
    else setPhase('loaded');
    return () => {
      round.current += 1;
    };
  }, [dialog, ask]);

  const Loaded = dialog.loaded();
  if (Loaded !== undefined) return <Loaded {...props} />;
  if (typeof phase === 'object') {
    return <NotLoaded text={phase.failure} onRetry={ask} onClose={props.onClose} />;
  }
  // Not in the server's markup: the server never sees the hash, which says what is open.
  if (phase === 'unasked') return null;
  return (
    <div style={inFront}>
      <Spinner accessibilityLabel="Loading" />
    </div>
  );
}

/** Calls back once the browser has nothing else to do; not every browser says when. */
function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 1_000);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(callback);
  return () => window.cancelIdleCallback(request);
}

type NotLoadedProps = { text: string; onRetry: () => void; onClose: () => void };

function NotLoaded({ text, onRetry, onClose }: NotLoadedProps) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner
      ref={banner}
      tone="critical"
      title="We couldn’t load this part of the page"
      action={{ content: 'Try again', onAction: onRetry }}
      onDismiss={onClose}
    >
      <p>{text}</p>
    </Banner>
  );
}
