import { BlockStack, Button, Card, InlineGrid, InlineStack, Page, Text } from '@shopify/polaris';
import type { ProposedVendor } from '#contract/proposed-vendor.ts';
import { OnboardingCard } from './OnboardingCard.tsx';

const cards = [
  {
    title: 'Selling Plans',
    text: 'How often customers receive a product, and what they save by subscribing.',
    action: 'Manage selling plans',
    url: '/fixed-subscription',
  },
  {
    title: 'Shipping and delivery',
    text: 'Which delivery profile a subscription is shipped with.',
    action: 'Manage delivery profiles',
    url: '/shipping',
  },
];

/** Specification §2, "Home dashboard". With an `onboarding` that was dismissed, it also leads back there. */
export function Home({ onboarding }: { onboarding?: ProposedVendor }) {
  return (
    <Page title="Cadence" subtitle="The smart subscription">
      <BlockStack gap="400">
        {onboarding ? <OnboardingCard stepsCompleted={onboarding.stepsCompleted} /> : null}
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
          {cards.map((card) => (
            <Card key={card.title}>
              <BlockStack gap="300">
                <Text as="h2" variant="headingMd">
                  {card.title}
                </Text>
                <Text as="p">{card.text}</Text>
                <InlineStack>
                  <Button url={card.url}>{card.action}</Button>
                </InlineStack>
              </BlockStack>
            </Card>
          ))}
        </InlineGrid>
      </BlockStack>
    </Page>
  );
}
