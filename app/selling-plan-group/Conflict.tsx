import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';

type Props = {
  latest: SellingPlanGroup;
  onOverwrite: (latest: SellingPlanGroup) => void;
  onShow: (latest: SellingPlanGroup) => void;
};

/** Two people edited the group: the merchant chooses, and until then what was typed stays. */
export function Conflict({ latest, onOverwrite, onShow }: Props) {
  return (
    <BlockStack gap="300">
      <Text as="p">Overwriting saves what this form shows and discards the other change.</Text>
      {/* Said here, since the banner around it would have them pushed apart. */}
      <InlineStack gap="200" align="start">
        <Button onClick={() => onShow(latest)}>Discard my changes and show the latest</Button>
        <Button onClick={() => onOverwrite(latest)}>Overwrite with my changes</Button>
      </InlineStack>
    </BlockStack>
  );
}
