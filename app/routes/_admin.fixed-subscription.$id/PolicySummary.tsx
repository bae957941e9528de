import { BlockStack, Card, InlineStack, List, Text } from '@shopify/polaris';
import { countInWords, planInWords } from '#contract/plan-words.ts';
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
              <List.Item key={plan.id}>{planInWords(plan, group.currencyCode)}</List.Item>
            ))}
          </List>
        )}
      </BlockStack>
    </Card>
  );
}
