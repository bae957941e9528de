import { Link, Text } from '@shopify/polaris';

type Props = { url: string; children: string };

/** What a row of a list is called, and the way to it. */
export function RowLink({ url, children }: Props) {
  return (
    <Link url={url} dataPrimaryLink monochrome removeUnderline>
      <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
        {children}
      </Text>
    </Link>
  );
}
