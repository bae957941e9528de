import { BlockStack, Card, InlineStack, List, Text } from '@shopify/polaris';
import { memo } from 'react';
import { formatCount } from '#contract/format.ts';
import { planInWords, readOnlyReasonInWords } from '#contract/plan-words.ts';
import type { SellingPlanGroupDetail } from '#contract/selling-plan-group.ts';

/** The group's offer in words, read from the platform's own policies. */
export const PolicySummary = memo(function PolicySummary({
  group,
}: {
  group: SellingPlanGroupDetail;
}) {
  const hasReadOnly = group.sellingPlans.some((plan) => plan.readOnlyReasons.length > 0);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Recurring Policies
          </Text>
          <Text as="p" tone="subdued">
            {formatCount(group.productVariantsCount.count, 'variant')}
          </Text>
        </InlineStack>
        {hasReadOnly ? (
          <Text as="p" tone="subdued">
            Policies with a note were made by another app or the API. You can’t edit them here.
          </Text>
        ) : null}
        {group.sellingPlans.length === 0 ? (
          <Text as="p" tone="subdued">
            None
          </Text>
        ) : (
          <List>
            {group.sellingPlans.map((plan) => (
              <List.Item key={plan.id}>
                {planInWords(plan, group.currencyCode)}
                {plan.readOnlyReasons.length > 0 ? (
                  <Text as="p" tone="subdued">
                    {plan.readOnlyReasons.map(readOnlyReasonInWords).join(' ')}
                  </Text>
                ) : null}
              </List.Item>
            ))}
          </List>
        )}
      </BlockStack>
    </Card>
  );
});
