import { isPaidAtEveryDelivery } from '#contract/order-prices.ts';
import { planInWords } from '#contract/plan-words.ts';
import type { PlanTerms } from '#contract/selling-plan.ts';

/** The page's contents: the store as its customers know it, and the subscriptions it sells. */
type FaqSubject = {
  shopName: string;
  /** The address that customers write to. */
  email: string;
  /** The currency of every amount in the plans (ISO 4217). */
  currencyCode: string;
  groups: ReadonlyArray<{ name: string; plans: readonly PlanTerms[] }>;
};

export const faqTitle = 'Subscription FAQ';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** The page's HTML: headings, paragraphs and lists that a merchant can edit in the admin. Every text of the store is escaped. */
export function faqBody(told: FaqSubject): string {
  const subject = { ...told, groups: told.groups.map(withSubscriptions) };
  const shop = escapeHtml(subject.shopName);
  const email = escapeHtml(subject.email);
  const writeToUs = `<a href="mailto:${email}">${email}</a>`;
  const terms = subject.groups.flatMap(({ plans }) => plans);
  return [
    question(
      'How does a subscription work?',
      `<p>Choose a subscription instead of a one-time purchase on the product’s page. ${shop} then sends it as often as you chose, so you don’t have to remember to reorder.</p>`,
    ),
    question('Which subscriptions can I choose from?', listOfPlans(subject)),
    question('When am I charged?', whenCharged(terms)),
    ...(terms.some(changesItsPrice)
      ? [
          question(
            'Does the price stay the same?',
            '<p>Some subscriptions start at a different price. If so, the list above says how many orders it’s for.</p>',
          ),
        ]
      : []),
    question('Can I change or cancel my subscription?', howToCancel(terms, writeToUs)),
    question(
      'Can I change my address or how I pay?',
      `<p>Yes. Write to us at ${writeToUs} before your next order, and tell us what’s changed. Please never send card numbers by email.</p>`,
    ),
    question(
      'What if something’s wrong with my order?',
      `<p>Write to us at ${writeToUs} with your order number, and we’ll put it right.</p>`,
    ),
  ].join('\n');
}

/** Drops pre-orders and other plans that are paid once, because they aren't subscriptions. */
function withSubscriptions({ name, plans }: FaqSubject['groups'][number]) {
  return { name, plans: plans.filter(({ billingPolicy }) => billingPolicy.type === 'RECURRING') };
}

function question(asked: string, answer: string): string {
  return `<h2>${asked}</h2>\n${answer}`;
}

function listOfPlans({ groups, currencyCode }: FaqSubject): string {
  const lists = groups
    .filter(({ plans }) => plans.length > 0)
    .map(({ name, plans }) => {
      const items = [...new Set(plans.map((plan) => planInWords(plan, currencyCode)))];
      const listed = items.map((words) => `<li>${escapeHtml(words)}</li>`).join('');
      return `<h3>${escapeHtml(name)}</h3>\n<ul>${listed}</ul>`;
    });
  if (lists.length === 0) {
    return '<p>Each product’s page shows its subscriptions.</p>';
  }
  return `${lists.join('\n')}\n<p>Each product’s page shows which of these you can choose.</p>`;
}

const isPaidAhead = (plan: PlanTerms): boolean =>
  plan.billingPolicy.type === 'RECURRING' && !isPaidAtEveryDelivery(plan);

const isBinding = ({ billingPolicy }: PlanTerms): boolean =>
  billingPolicy.type === 'RECURRING' && (billingPolicy.minCycles ?? 0) > 1;

const changesItsPrice = ({ pricingPolicies }: PlanTerms): boolean => pricingPolicies.length > 1;

function whenCharged(terms: readonly PlanTerms[]): string {
  const ahead = terms.some(isPaidAhead)
    ? ' If one payment covers several deliveries, the list above says so.'
    : '';
  return `<p>You pay for the first order at checkout, and for each later one when it’s placed. You see the price before you subscribe.${ahead}</p>`;
}

function howToCancel(terms: readonly PlanTerms[], writeToUs: string): string {
  const binding = terms.some(isBinding)
    ? ' If a subscription has a minimum number of orders, the list above says so.'
    : '';
  return `<p>Yes. Write to us at ${writeToUs} to change how often it comes, to skip an order or to cancel.${binding}</p>`;
}
