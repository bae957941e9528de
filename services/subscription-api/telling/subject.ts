import type { EndRule } from '#contract/billing-rules.ts';
import type { UnsentReason } from '#contract/notices.ts';
import type { NoticeRow } from '../recurring/notices/outbox.ts';

/** A notice's recipient and contents, worked out when it is sent. */
export type Subject = {
  customerId: string | null;
  name: string;
  email: string | null;
  /** The address that the mail server refused for good. */
  refusedEmail: string | null;
  /** Wants no emails but those that are a duty. */
  isUnsubscribed: boolean;
  /** In E.164. */
  phone: string | null;
  /** The number that the provider refused for good. */
  refusedPhone: string | null;
  /** ISO 3166-1 alpha-2; decides when it is night. */
  country: string | null;
  /** Such as `#1001`; empty for an order to come. */
  orderName: string;
  items: ReadonlyArray<{ title: string; quantity: number }>;
  /** The next order's coffee in place of the first item. */
  otherProduct?: string;
  /** With its currency; empty where nobody can tell it yet. */
  total: string;
  /** The day of the order, in words. */
  day?: string;
  /** Until when the order can be changed, as a sentence. */
  change?: string;
  /** The last step for an order that couldn't be charged. */
  endedBy?: EndRule;
  /** The address of the email's button, if not the customer's account. */
  url?: string;
  /** Why it isn't news any more. */
  hindrance: UnsentReason | null;
};

/** The subjects of some notices; null for what the platform has no more. */
export type SubjectsOf = { shopName: string; subjectOf: (row: NoticeRow) => Subject | null };
