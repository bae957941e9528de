import { Badge, type BadgeProps } from '@shopify/polaris';
import { formatStatus } from '#contract/format.ts';

const tones: Record<string, NonNullable<BadgeProps['tone']>> = {
  ACTIVE: 'success',
  DRAFT: 'info',
  UNFULFILLED: 'attention',
  PARTIALLY_FULFILLED: 'warning',
  ON_HOLD: 'warning',
  PENDING: 'warning',
  AUTHORIZED: 'attention',
  PARTIALLY_PAID: 'warning',
  VOIDED: 'critical',
  EXPIRED: 'critical',
};

export function StatusBadge({ status }: { status: string }) {
  const tone = tones[status];
  return <Badge {...(tone && { tone })}>{formatStatus(status)}</Badge>;
}
