import { Text } from '@shopify/polaris';

/** A postal address, a line each. */
export function AddressLines({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) {
    return (
      <Text as="p" tone="subdued">
        {none}
      </Text>
    );
  }
  return (
    <address className="Address">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
