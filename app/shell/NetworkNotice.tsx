import { useNavigation, useRevalidator } from '@remix-run/react';
import { Banner, type BannerProps, Box } from '@shopify/polaris';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { isNetworkGone, watchNetwork } from '../network/network.ts';
import { loadAgainId, noticeIds } from './early-clicks.ts';

/**
 * Says above every screen that the network is gone, and loads the screen anew once it is back. Before the scripts are there the head
 * shows the notices by itself (`early-clicks.ts`): they come with the document.
 */
export function NetworkNotice() {
  const isGone = useSyncExternalStore(watchNetwork, isNetworkGone, () => false);
  const isOffline = !isGone || !navigator.onLine;
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const latest = useRef({ revalidate, state });
  latest.current = { revalidate, state };
  const wasGone = useRef(false);
  useEffect(() => {
    const isBack = wasGone.current && !isGone;
    wasGone.current = isGone;
    // A navigation resumes by itself.
    if (isBack && latest.current.state === 'idle') latest.current.revalidate();
  }, [isGone]);
  return (
    <>
      <Notice
        id={noticeIds.offline}
        isShown={isGone}
        title={isOffline ? "You're offline" : "Cadence can't be reached"}
      >
        Your work is still here. Cadence picks up where it left off once you’re back online.
      </Notice>
      <Notice
        id={noticeIds.notLoaded}
        title="Cadence hasn’t finished loading"
        action={{ id: loadAgainId, content: 'Load again' }}
      >
        Buttons won’t work until it has. Check your internet connection, then load this page again.
        If that doesn’t help, contact support.
      </Notice>
    </>
  );
}

type Props = Pick<BannerProps, 'title' | 'action'> & {
  id: string;
  isShown?: boolean;
  children: ReactNode;
};

function Notice({ id, isShown = false, children, ...banner }: Props) {
  return (
    <div
      id={id}
      hidden={!isShown}
      // The head may show it before React is there.
      suppressHydrationWarning
      style={{ position: 'sticky', insetBlockStart: 0, zIndex: 'var(--p-z-index-2)' }}
    >
      <Box padding="200">
        <Banner tone="warning" {...banner}>
          <p>{children}</p>
        </Banner>
      </Box>
    </div>
  );
}
