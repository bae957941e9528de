import { BlockStack, Button, Card, InlineGrid, InlineStack, Page, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { ProposedVendor } from '#contract/proposed-vendor.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { LinkCard } from './LinkCard.tsx';
import { OnboardingCard } from './OnboardingCard.tsx';
import { RecurringOrders } from './RecurringOrders.tsx';

type CardOfScreen = { title: string; text: string; action: string; url: string };

const widgetCard: CardOfScreen = {
  title: 'Storefront widget',
  text: 'See whether customers find your plans on your product pages, and what to fix.',
  action: 'Check the widget',
  url: '/widget',
};

const screensOfVendor: CardOfScreen[] = [
  {
    title: 'Subscribers',
    text: 'Each subscription’s next order, and what you can do about it.',
    action: 'Manage subscribers',
    url: '/customers',
  },
  {
    title: 'Settings',
    text: 'Your features, your logo and the color of your widget.',
    action: 'Manage settings',
    url: '/settings',
  },
  {
    title: 'Notifications',
    text: 'What your customers will hear about their subscriptions, and how.',
    action: 'Manage notifications',
    url: '/notifications',
  },
  widgetCard,
];

const screensWhileWaiting: CardOfScreen[] = [
  {
    title: 'Selling Plans',
    text: 'How often customers get a product, and what they save by subscribing.',
    action: 'Manage selling plans',
    url: '/fixed-subscription',
  },
  {
    title: 'Shipping and delivery',
    text: 'Where your subscriptions ship from, and at what rates.',
    action: 'Manage delivery profiles',
    url: '/shipping',
  },
  widgetCard,
];

/** Home of a vendor (specification §2, "Home dashboard"). */
export function Home({ notice }: { notice: ReactNode }) {
  return (
    <Page title="Cadence" subtitle="The smart subscription">
      <BlockStack gap="400">
        {notice}
        <KeyFigures />
        <RecurringOrders />
        <InlineGrid columns={{ xs: 1, md: 3 }} gap="400">
          <LinkCard
            title="Vendor Portal"
            text="Your labels, orders and payouts in one place."
            path="/"
            destination="Go to Vendor Portal"
          />
          <LinkCard
            title="Customers"
            text="Who subscribes, and to what."
            path="/users"
            destination="Go to Customers"
          />
          <LinkCard
            title="Analytics Dashboard"
            text="How your subscriptions grow, and what they earn."
            path="/analytics"
            destination="Go to Analytics"
          />
        </InlineGrid>
        <ScreenCards cards={screensOfVendor} />
      </BlockStack>
    </Page>
  );
}

/** Home of a merchant who dismissed Get started; a card leads back to it. */
export function HomeBeforeApproval({
  onboarding,
  notice,
}: {
  onboarding: ProposedVendor;
  notice: ReactNode;
}) {
  return (
    <Page title="Cadence" subtitle="The smart subscription">
      <BlockStack gap="400">
        {notice}
        <OnboardingCard stepsCompleted={onboarding.stepsCompleted} />
        <ScreenCards cards={screensWhileWaiting} />
      </BlockStack>
    </Page>
  );
}

function ScreenCards({ cards }: { cards: CardOfScreen[] }) {
  return (
    <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
      {cards.map(({ title, text, action, url }) => (
        <Card key={title}>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              {title}
            </Text>
            <Text as="p">{text}</Text>
            <InlineStack>
              <Button url={url}>{action}</Button>
            </InlineStack>
          </BlockStack>
        </Card>
      ))}
    </InlineGrid>
  );
}
