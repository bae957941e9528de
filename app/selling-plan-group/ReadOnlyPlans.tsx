import { Badge, BlockStack, Box, Button, InlineStack, List, Text } from '@shopify/polaris';
import { memo } from 'react';
import { planInWords, readOnlyReasonInWords } from '#contract/plan-words.ts';
import type { SellingPlan } from '#contract/selling-plan.ts';
import type { ReadOnlyState } from './use-read-only-plans.ts';

type Props = {
  readOnly: ReadOnlyState;
  /** Missing where nothing else would remain: the group keeps at least one option (specification §5). */
  canRemove: boolean;
  currencyCode: string | undefined;
};

/** The group's plans that this form can't express: shown with the reason, kept as they are or removed as a whole. */
export const ReadOnlyPlans = memo(function ReadOnlyPlans(props: Props) {
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <Text as="h2" variant="headingMd">
          Options that can't be edited here
        </Text>
        <Text as="p" tone="subdued">
          Another app or the API made these, and saving won’t change them. To change one, go to the
          app that made it.
        </Text>
      </BlockStack>
      {props.readOnly.plans.map((plan) => (
        <ReadOnlyPlan key={plan.id} plan={plan} {...props} />
      ))}
    </BlockStack>
  );
});

type RowProps = Props & { plan: SellingPlan };

function ReadOnlyPlan({ plan, readOnly, canRemove, currencyCode }: RowProps) {
  const removed = readOnly.removedIds.has(plan.id);
  return (
    <section aria-label={plan.name}>
      <Box
        background="bg-surface-secondary"
        borderColor="border"
        borderWidth="025"
        borderRadius="200"
        padding="300"
      >
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
            <InlineStack gap="200" blockAlign="center">
              <Text as="h3" variant="headingSm" breakWord>
                {plan.name}
              </Text>
              {removed ? <Badge tone="critical">Removed on save</Badge> : <Badge>Read-only</Badge>}
            </InlineStack>
            <Button
              variant="tertiary"
              accessibilityLabel={`${removed ? 'Keep' : 'Remove'} ${plan.name}`}
              disabled={!removed && !canRemove}
              onClick={() => readOnly.onRemovedChange(plan.id, !removed)}
            >
              {removed ? 'Keep' : 'Remove'}
            </Button>
          </InlineStack>
          <Text as="p" breakWord>
            {planInWords(plan, currencyCode ?? '')}
          </Text>
          <List>
            {plan.readOnlyReasons.map((reason) => (
              <List.Item key={reason}>{readOnlyReasonInWords(reason)}</List.Item>
            ))}
          </List>
        </BlockStack>
      </Box>
    </section>
  );
}
