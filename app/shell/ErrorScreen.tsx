import { isRouteErrorResponse, useRevalidator, useRouteError } from '@remix-run/react';
import { Button, InlineStack } from '@shopify/polaris';
import { useEffect } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { missingKey } from '../admission/missing-key.ts';
import { ErrorPage } from '../components/ErrorPage.tsx';
import { MessagePage } from '../components/MessagePage.tsx';
import { NotFoundPage } from '../components/NotFoundPage.tsx';
import { shownErrorOf } from './shown-error.ts';

type Props = {
  bridged: boolean;
  /** What the way to try again is called, and what became of what was there. */
  back?: { content: string; text?: string };
};

/** The page for the route's error. Without a bridge there is no app to go on with: then the document is loaded anew. */
export function ErrorScreen({ bridged, back = { content: 'Try again' } }: Props) {
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
    case 'not found':
      return <NotFoundPage />;
    case 'error':
      return bridged ? (
        <ErrorPage failure={shown.failure} back={{ ...back, onAction: again }} />
      ) : (
        <MessagePage title="Something went wrong" text={shown.failure.message}>
          <InlineStack>
            <Button variant="primary" onClick={() => window.location.reload()}>
              {back.content}
            </Button>
          </InlineStack>
        </MessagePage>
      );
  }
}
