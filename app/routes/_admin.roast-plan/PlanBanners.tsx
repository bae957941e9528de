import { Banner, BlockStack, Box, Button } from '@shopify/polaris';
import type { RoastPlan } from '#contract/roast-plan.ts';

type Props = Pick<RoastPlan, 'state' | 'subscriptions' | 'inventory'>;

/** Not the banner's own action, which would be printed. */
function Action({ content, url }: { content: string; url: string }) {
  return (
    <Box printHidden>
      <Button url={url}>{content}</Button>
    </Box>
  );
}

const toRecurringOrders = <Action content="Go to Recurring Orders" url="/recurring-orders" />;

/** Banners for what the plan lacks, and why. */
export function PlanBanners({ state, subscriptions, inventory }: Props) {
  return (
    <>
      {state === 'live' ? null : (
        <Banner
          tone="warning"
          title={state === 'before' ? 'Billing hasn’t started' : 'Billing is stopped'}
        >
          <BlockStack gap="200">
            <p>These orders are due, but nothing is charged until you start billing.</p>
            {toRecurringOrders}
          </BlockStack>
        </Banner>
      )}
      {subscriptions === 'reading' ? (
        <Banner tone="info" title="We’re still reading your subscriptions">
          <p>Until that’s done, the plan may lack some of them.</p>
        </Banner>
      ) : null}
      {subscriptions === 'refused' ? (
        <Banner tone="warning" title="Cadence can’t read your subscriptions">
          <BlockStack gap="200">
            <p>The plan may lack some of them, or be out of date.</p>
            {toRecurringOrders}
          </BlockStack>
        </Banner>
      ) : null}
      {inventory === 'failed' ? (
        <Banner tone="warning" title="Weights and stock aren’t available right now">
          <p>Shopify couldn’t be asked for them. The bags are right all the same.</p>
        </Banner>
      ) : null}
      {inventory === 'not granted' ? (
        <Banner tone="warning" title="Cadence may not read weights and stock">
          <BlockStack gap="200">
            <p>You can allow it in Settings, under Updates. The bags are right all the same.</p>
            <Action content="Go to Settings" url="/settings" />
          </BlockStack>
        </Banner>
      ) : null}
    </>
  );
}
