import { Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { onboardingSteps } from '#contract/limits.ts';
import { useOnboardingSwitch } from './use-onboarding-switch.ts';

export function OnboardingCard({ stepsCompleted }: { stepsCompleted: number }) {
  const { turn, isTurning, failure } = useOnboardingSwitch();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Get started
        </Text>
        {failure === undefined ? null : <Banner tone="critical" title={failure} />}
        <Text as="p">{`${stepsCompleted} of ${onboardingSteps} steps completed`}</Text>
        <InlineStack>
          <Button loading={isTurning} onClick={() => turn(false)}>
            Continue
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
