import { Text } from '@shopify/polaris';

/** Says to a screen reader what a button's words say to the eye while something is on its way. Stays mounted: what comes with its words is not read. */
export function InFlight({ words }: { words: string | undefined }) {
  return (
    <div role="status">
      <Text as="span" visuallyHidden>
        {words}
      </Text>
    </div>
  );
}
