import {
  Banner,
  BlockStack,
  Button,
  Card,
  Page,
  SkeletonBodyText,
  SkeletonPage,
  Text,
} from '@shopify/polaris';
import { Component, type ReactNode } from 'react';
import { reasonOf } from '../internal-api/request.ts';
import { useStorePath } from './store-context.tsx';

export function PageLoading({ title }: { title?: string }) {
  return (
    <div role="status" aria-label={title === undefined ? 'Loading' : `Loading ${title}`}>
      <SkeletonPage {...(title !== undefined && { title })}>
        <Card>
          <SkeletonBodyText lines={6} />
        </Card>
      </SkeletonPage>
    </div>
  );
}

type ErrorProps = { title: string; message: string; onRetry?: () => void };

export function ErrorBanner({ title, message, onRetry }: ErrorProps) {
  return (
    <Banner
      tone="critical"
      title={title}
      {...(onRetry && { action: { content: 'Try again', onAction: onRetry } })}
    >
      <p>{message}</p>
    </Banner>
  );
}

export function PageError({ heading, ...error }: ErrorProps & { heading: string }) {
  return (
    <Page title={heading}>
      <ErrorBanner {...error} />
    </Page>
  );
}

type LoadErrorProps = {
  of: { error: string | null; reload: () => void };
  heading: string;
  title: string;
};

/** Replaces a page whose data couldn't be loaded, and lets the merchant try again. */
export function LoadError({ of: { error, reload }, ...page }: LoadErrorProps) {
  return <PageError {...page} message={error ?? ''} onRetry={reload} />;
}

type NotFoundProps = { thing?: string; back?: { content: string; url: string } };

/** The page for an address without a page, or for a thing that doesn't exist. */
export function NotFoundPage({ thing, back }: NotFoundProps) {
  const path = useStorePath();
  const { content, url } = back ?? { content: 'Home', url: path() };
  return (
    <Page title={`${thing ?? 'Page'} not found`}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">
            {thing === undefined
              ? 'There’s no page at this address. Check the URL and try again.'
              : `This store has no such ${thing.toLowerCase()}. It may have been deleted.`}
          </Text>
          <Button url={url}>{`Go to ${content}`}</Button>
        </BlockStack>
      </Card>
    </Page>
  );
}

/** Contains the failure of a page that can't render or load, so that the admin around it stays. */
export class PageBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { message: reasonOf(thrown) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <PageError
        heading="Something went wrong"
        title="This page couldn’t be shown"
        message={this.state.message}
        onRetry={() => this.setState({ message: null })}
      />
    );
  }
}
