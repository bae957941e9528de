import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from '@remix-run/react';
import { Button, InlineStack } from '@shopify/polaris';
import { useEffect } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { missingKey } from '../auth/refusals.ts';
import { ErrorPage } from '../components/ErrorPage.tsx';
import { MessagePage } from '../components/MessagePage.tsx';
import { NotFoundPage } from '../components/NotFoundPage.tsx';
import { useListAddress } from '../list/last-address.ts';
import { freshAddress } from '../network/load-again.ts';
import { untilConnected } from '../network/network.ts';
import { shownErrorOf } from './shown-error.ts';

type Props = {
  bridged: boolean;
  /** The label of the retry, and what happened to the screen's content. */
  back?: { content: string; text?: string };
};

const tryAgain = { content: 'Try again' };

/** The page for the route's error. Without a bridge there is no app to go on with: then the document is loaded anew. */
export function ErrorScreen({ bridged, back = tryAgain }: Props) {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const again = () => {
    if (state === 'idle') revalidate();
  };
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);

  const shown = shownErrorOf(error);
  switch (shown.page) {
    case 'crash':
      return (
        <MessagePage
          title={errorTexts.somethingWentWrong}
          text="Contact support if the issue persists!"
        />
      );
    case 'missing key':
      return <MessagePage title={missingKey.statusText} />;
    case 'refused token':
      return (
        <MessagePage
          title="Cadence couldn't sign you in"
          text={`We couldn't confirm your sign-in with your store's admin, even on a second try. The likely reason: ${likelyReasons[shown.reason]}. It's nothing you did. Email ${shown.supportEmail}, and we'll fix it.`}
        >
          <InlineStack gap="200">
            <Button variant="primary" onClick={loadDocument}>
              Try again
            </Button>
            <Button url={`mailto:${shown.supportEmail}`}>Email support</Button>
          </InlineStack>
        </MessagePage>
      );
    case 'not found':
      return <NotFoundInList />;
    case 'closed':
      return <MessagePage title={shown.message} />;
    case 'error': {
      const isHopeless = shown.isFinal === true && back === tryAgain;
      if (bridged) {
        const wayBack = isHopeless ? undefined : { ...back, onAction: again };
        return <ErrorPage failure={shown.failure} back={wayBack} />;
      }
      return (
        <MessagePage title="Something went wrong" text={shown.failure.message}>
          {isHopeless ? null : (
            <InlineStack>
              <Button variant="primary" onClick={loadDocument}>
                {back.content}
              </Button>
            </InlineStack>
          )}
        </MessagePage>
      );
    }
  }
}

/** Lists whose things have addresses of their own. */
const lists = {
  '/fixed-subscription': {
    content: 'Go to Selling Plans',
    text: 'The selling plan group may have been deleted. The others are in the list.',
  },
  '/shipping': {
    content: 'Go to Delivery Profiles',
    text: 'The delivery profile may have been deleted. The others are in the list.',
  },
} as const;

/** Also shown when Back leads to something the merchant has just deleted. */
function NotFoundInList() {
  const { pathname } = useLocation();
  const [url, list] =
    Object.entries(lists).find(([path]) => pathname.replace(/\/[^/]+$/, '') === path) ?? [];
  const address = useListAddress(url ?? '/');
  return <NotFoundPage {...(list && { list: { ...list, url: address } })} />;
}

const likelyReasons = {
  clock: "our server's clock is off",
  stale: "this page's address is out of date, or our server's clock is off",
  key: "our server's key for your store is out of date",
} as const;

/** Loads the document without what may have been wrong with its address, once the network is there: no page of the browser's. */
function loadDocument(): void {
  const target = freshAddress();
  const load = () => {
    if (target.href === window.location.href) window.location.reload();
    else window.location.replace(target.href);
  };
  void untilConnected().then(load);
}
