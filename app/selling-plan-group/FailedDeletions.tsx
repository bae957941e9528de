import { Banner, BlockStack, Page } from '@shopify/polaris';
import { dismissFailedDeletion, useBeginDeletion, useDeletions } from './use-pending-deletions.ts';

/** Stays where a toast goes: the groups that the merchant deleted and that are still sold. */
export function FailedDeletions() {
  const { failed } = useDeletions();
  const begin = useBeginDeletion();
  if (failed.length === 0) return null;
  return (
    <Page>
      <BlockStack gap="400">
        {failed.map(({ id, name, reason }) => (
          <Banner
            key={id}
            tone="critical"
            title={`“${name}” was not deleted`}
            action={{ content: 'Delete', onAction: () => begin({ id, name }) }}
            onDismiss={() => dismissFailedDeletion(id)}
          >
            <p>{`${reason} Customers can still subscribe with it.`}</p>
          </Banner>
        ))}
      </BlockStack>
    </Page>
  );
}
