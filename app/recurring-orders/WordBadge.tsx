import { Badge, type BadgeProps } from '@shopify/polaris';

type Props = { label: string; tone?: BadgeProps['tone'] };

/** A word of the words of outcomes and statuses, in its color. */
export function WordBadge({ label, tone }: Props) {
  return <Badge {...(tone !== undefined && { tone })}>{label}</Badge>;
}
