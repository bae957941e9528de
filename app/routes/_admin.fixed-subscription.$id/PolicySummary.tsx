import { BlockStack, Card, InlineStack, List, Text } from '@shopify/polaris';
import { countInWords, planInWords, readOnlyReasonInWords } from '#contract/plan-words.ts';
import type { SellingPlanGroupDetail } from '#contract/selling-plan-group.ts';

/** What the group sells, in words: it reads the platform's own policies. */
export function PolicySummary({ group }: { group: SellingPlanGroupDetail }) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Recurring Policies
          </Text>
          <Text as="p" tone="subdued">
            {countInWords(group.productVariantsCount.count, 'variant')}
          </Text>
        </InlineStack>
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
                    {`Made by another app or the API, and not editable here. ${plan.readOnlyReasons.map(readOnlyReasonInWords).join(' ')}`}
                  </Text>
                ) : null}
              </List.Item>
            ))}
          </List>
        )}
      </BlockStack>
    </Card>
  );
}
