import { Text } from '@shopify/polaris';

/** Says what is under way to those who do not see that the button's text has changed. Stays mounted: a new live region is not read. */
export function Announced({ children }: { children: string }) {
  return (
    <div role="status">
      <Text as="span" visuallyHidden>
        {children}
      </Text>
    </div>
  );
}
