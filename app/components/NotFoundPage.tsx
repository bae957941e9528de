import { Card, Page } from '@shopify/polaris';
import { IllustratedEmptyState } from './IllustratedEmptyState.tsx';
import illustration from './illustrations/not-found.svg?inline';

type Props = {
  home?: string;
  /** If the address is that of a list's item: the list, and the message about the item. */
  list?: { content: string; url: string; text: string };
};

/** Specification §2, "Not-found page". */
export function NotFoundPage({ home = '/', list }: Props) {
  const toHome = { content: 'Go to home', url: home };
  return (
    <Page narrowWidth>
      <Card>
        <IllustratedEmptyState
          heading="There is no page at this address"
          image={illustration}
          action={list === undefined ? toHome : { content: list.content, url: list.url }}
          {...(list && { secondaryAction: toHome })}
        >
          {list === undefined ? null : <p>{list.text}</p>}
          <p>Check the URL and try again, or use the search bar to find what you need.</p>
        </IllustratedEmptyState>
      </Card>
    </Page>
  );
}
