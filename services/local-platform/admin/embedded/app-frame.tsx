import { type Application, Frame, useHostContext } from '@shopify/app-bridge-host';
import { reset } from '@shopify/app-bridge-host/store/reducers/embeddedApp/appBridge';
import { feature as navigationFeature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/navigation';
import { Loading, Spinner } from '@shopify/polaris';
import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { reasonOf } from '../internal-api/request.ts';
import { type InstalledApp, launchApp } from '../internal-api/stores.ts';
import {
  type Address,
  canonical,
  formatAddress,
  parseAddress,
  withoutLaunchParameters,
} from '../router/addresses.ts';
import { ErrorBanner } from '../shell/page-states.tsx';
import { useStore } from '../shell/store-context.tsx';
import { actionTypes } from './action-types.ts';
import { redirectsAreHeard } from './permissions.ts';

/** How long the app may take to report to the admin after its page has loaded, in ms. */
const patience = 10_000;

const mainContext = Frame.defaultProps.context;
const moveSchema = z.object({ path: z.string() });

type Props = {
  app: InstalledApp;
  launched: Address;
  screen: Address;
};

/**
 * The app's iframe, which follows the address bar. The app reports its own navigation (history pushes and replaces). If the address
 * changes in another way (menu, Back, Forward, a redirect), the admin tells the app to go there, or reopens the frame if the app doesn't
 * listen.
 */
export function AppFrame({ app, launched, screen }: Props) {
  const store = useStore();
  const { app: bridge, config } = useHostContext();
  const [url, setUrl] = useState(config.url);
  const [opening, setOpening] = useState(true);
  const [silent, setSilent] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const shown = canonical(screen);
  const appIsAt = useRef(canonical(launched));

  useEffect(() => {
    const follow = (payload: unknown) => {
      const move = moveSchema.safeParse(payload);
      if (!move.success) return;
      appIsAt.current = canonical(withoutLaunchParameters(parseAddress(move.data.path)));
    };
    // The host passes the redirect on to the app, which navigates by itself if it listens.
    const followRedirect = (payload: unknown) => {
      if (takesDirections(bridge) && redirectsAreHeard(bridge.getState().features)) follow(payload);
    };
    const unsubscribe = [
      bridge.hostSubscribe(actionTypes.historyPush, follow),
      bridge.hostSubscribe(actionTypes.historyReplace, follow),
      bridge.hostSubscribe(actionTypes.redirectApp, followRedirect),
      bridge.hostSubscribe(actionTypes.clientInitialize, () => {
        setOpening(false);
        setSilent(false);
      }),
    ];
    return () => {
      for (const stop of unsubscribe) stop();
    };
  }, [bridge]);

  const reopen = useCallback(
    async (at: Address) => {
      setError(null);
      setOpening(true);
      try {
        const address = await launchApp(store.handle, { path: at.pathname, search: at.search });
        bridge.dispatch(reset());
        setUrl(address);
      } catch (thrown) {
        setOpening(false);
        setError(reasonOf(thrown));
      }
    },
    [bridge, store.handle],
  );

  useEffect(() => {
    if (shown === appIsAt.current) return;
    appIsAt.current = shown;
    const target = parseAddress(shown);
    if (takesDirections(bridge)) {
      bridge.dispatch(navigationFeature.actions.handleRedirectApp({ path: formatAddress(target) }));
    } else {
      reopen(target);
    }
  }, [shown, bridge, reopen]);

  useEffect(() => {
    if (!opening) return;
    const timer = setTimeout(() => {
      setOpening(false);
      setSilent(true);
    }, patience);
    return () => clearTimeout(timer);
  }, [opening]);

  return (
    <div className="AppFrame">
      {error !== null && (
        <ErrorBanner
          title={`${app.name} couldn’t be opened`}
          message={error}
          onRetry={() => reopen(screen)}
        />
      )}
      {silent && (
        <ErrorBanner
          title={`${app.name} hasn’t answered`}
          message={`The admin waits for the app at ${app.appUrl}. Check that it’s running, then try again.`}
          onRetry={() => reopen(screen)}
        />
      )}
      {opening && (
        <>
          <Loading />
          <div className="AppFrame-opening">
            <Spinner accessibilityLabel={`Opening ${app.name}`} size="large" />
          </div>
        </>
      )}
      <Frame
        app={bridge}
        context={mainContext}
        title={app.name}
        url={url}
        onUrlChange={openInFrame}
        className="AppFrame-iframe"
        allow="clipboard-read; clipboard-write"
      />
    </div>
  );
}

/** Whether the app navigates by itself when the admin tells it to. */
function takesDirections(bridge: Application): boolean {
  return bridge.isTransportSubscribed(mainContext, actionTypes.redirectApp);
}

/** Replaces the frame's entry in the history, so that Back doesn't return to it. */
function openInFrame(iframe: HTMLIFrameElement, url: string): void {
  iframe.contentWindow?.location.replace(url);
}
