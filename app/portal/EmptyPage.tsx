import { Card, Page } from '@shopify/polaris';
import { NothingYet } from './NothingYet.tsx';

type Props = { title: string; heading: string; text: string };

/** A page of the portal for what does not exist yet. */
export function EmptyPage({ title, heading, text }: Props) {
  return (
    <Page title={title}>
      <Card>
        <NothingYet heading={heading} text={text} />
      </Card>
    </Page>
  );
}
