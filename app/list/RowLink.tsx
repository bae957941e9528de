import { Link, Text } from '@shopify/polaris';
import { originalIdOf } from '#contract/original-id.ts';

type Props = {
  row: { id: string; name: string };
  /** The list's path; the row's own is below it. */
  below: string;
};

/** The name of a list's row, linked to its page. */
export function RowLink({ row, below }: Props) {
  return (
    <Link url={`${below}/${originalIdOf(row.id)}`} dataPrimaryLink monochrome removeUnderline>
      <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
        {row.name}
      </Text>
    </Link>
  );
}
