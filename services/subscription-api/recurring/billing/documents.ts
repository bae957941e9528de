import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { adjustmentFields, adjustmentSchema } from '../../platform/pricing-policy.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';

const money = z.object({ amount: z.string() }).transform(({ amount }) => amount);

const attemptSchema = z.object({
  id: z.string(),
  idempotencyKey: z.string(),
  createdAt: z.coerce.date(),
  completedAt: z.coerce.date().nullable(),
  originTime: z.coerce.date().nullable(),
  respectInventoryPolicy: z.boolean(),
  errorCode: z.string().nullable(),
  order: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.object({ __typename: z.string() }),
});

/** An attempt at a contract, ours or another app's. */
export type PlatformAttempt = z.infer<typeof attemptSchema>;

const attemptFields = `id idempotencyKey createdAt completedAt originTime respectInventoryPolicy errorCode
  order { id name } state { __typename }`;

const attemptsSchema = nodesOf(attemptSchema);

const cycleSchema = z.object({
  cycleIndex: z.number().int(),
  cycleStartAt: z.coerce.date(),
  billingAttemptExpectedDate: z.coerce.date(),
  status: z.enum(['BILLED', 'UNBILLED']),
  skipped: z.boolean(),
  editedContract: z.object({ updatedAt: z.string() }).nullable(),
});

export type PlatformCycle = z.infer<typeof cycleSchema>;

const cyclesSchema = z.object({ nodes: z.array(cycleSchema) });

const cycleFields =
  'cycleIndex cycleStartAt billingAttemptExpectedDate status skipped editedContract { updatedAt }';

const customAttributes = z.array(z.object({ key: z.string(), value: z.string().nullable() }));

const linesSchema = nodesOf(
  z.object({
    id: z.string(),
    productId: z.string().nullable(),
    variantId: z.string().nullable(),
    title: z.string(),
    variantTitle: z.string().nullable(),
    quantity: z.number().int(),
    currentPrice: money,
    customAttributes,
    sellingPlanId: z.string().nullable(),
    sellingPlanName: z.string().nullable(),
    pricingPolicy: z
      .object({
        basePrice: money,
        cycleDiscounts: z.array(
          adjustmentSchema.extend({ afterCycle: z.number().int(), computedPrice: money }),
        ),
      })
      .nullable(),
  }),
);

const lineFields = `nodes {
    id productId variantId title variantTitle quantity currentPrice { amount }
    customAttributes { key value } sellingPlanId sellingPlanName
    pricingPolicy {
      basePrice { amount }
      cycleDiscounts { afterCycle computedPrice { amount } ${adjustmentFields} }
    }
  }
  ${pageInfoFields}`;

const frequencySchema = z.object({
  interval: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
  intervalCount: z.number().int(),
});

const parts = z.record(z.string(), z.string().nullable());

/** What a contract and the contents of an edited cycle have in common. */
const termsSchema = z.object({
  deliveryPrice: money,
  /** Where orders are shipped; empty for what isn't shipped. As a draft takes it. */
  deliveryMethod: z
    .object({ address: parts.optional(), shippingOption: parts.optional() })
    .nullable(),
  customerPaymentMethod: z
    .object({
      id: z.string(),
      instrument: z
        .looseObject({ __typename: z.string(), inactive: z.boolean().optional() })
        .nullable(),
    })
    .nullable(),
});

const termsFields = `deliveryPrice { amount }
  deliveryMethod {
    ... on SubscriptionDeliveryMethodShipping {
      address {
        firstName lastName company address1 address2 city provinceCode zip countryCode: countryCodeV2 phone
      }
      shippingOption { title presentmentTitle description code }
    }
  }
  customerPaymentMethod {
    id
    instrument {
      __typename
      ... on CustomerCreditCard { brand lastDigits expiryMonth expiryYear }
      ... on CustomerShopPayAgreement { lastDigits expiryMonth expiryYear inactive }
      ... on CustomerPaypalBillingAgreement { paypalAccountEmail inactive }
    }
  }`;

const contractSchema = termsSchema.extend({
  status: z.enum(['ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED', 'FAILED']),
  createdAt: z.coerce.date(),
  billingPolicy: frequencySchema.extend({ maxCycles: z.number().int().nullable() }),
  deliveryPolicy: frequencySchema,
  originOrder: z.object({ id: z.string() }).nullable(),
  currencyCode: z.string(),
  lines: linesSchema,
  billingAttempts: attemptsSchema,
});

export type PlatformContract = z.infer<typeof contractSchema>;

/** Everything that decides whether a cycle is charged now: its contract, the attempts at that, and the cycles after it. */
export const getCycleToCharge = operation<{ id: string; from: number; to: number }>(
  'read_own_subscription_contracts',
  'read_customer_payment_methods',
  'read_orders',
)(
  `query CycleToCharge($id: ID!, $from: Int!, $to: Int!) {
    ${shopTerms}
    subscriptionContract(id: $id) {
      status
      createdAt
      billingPolicy { interval intervalCount maxCycles }
      deliveryPolicy { interval intervalCount }
      originOrder { id }
      currencyCode
      ${termsFields}
      lines(first: 50) { ${lineFields} }
      billingAttempts(first: 50, reverse: true) {
        nodes { ${attemptFields} }
        ${pageInfoFields}
      }
    }
    subscriptionBillingCycles(
      contractId: $id, first: 6, billingCyclesIndexRangeSelector: { startIndex: $from, endIndex: $to }
    ) {
      nodes { ${cycleFields} }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    subscriptionContract: contractSchema.nullable(),
    subscriptionBillingCycles: cyclesSchema,
  }),
);

/** Up to 60 cycles of a contract, by their index. */
export const listCycles = operation<{ id: string; from: number; to: number }>(
  'read_own_subscription_contracts',
)(
  `query Cycles($id: ID!, $from: Int!, $to: Int!) {
    subscriptionBillingCycles(
      contractId: $id, first: 60, billingCyclesIndexRangeSelector: { startIndex: $from, endIndex: $to }
    ) {
      nodes { ${cycleFields} }
    }
  }`,
  z.object({ subscriptionBillingCycles: cyclesSchema }),
);

const contentsSchema = termsSchema.extend({
  lines: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        productId: z.string().nullable(),
        variantId: z.string().nullable(),
        title: z.string(),
        quantity: z.number().int(),
        currentPrice: money,
        customAttributes,
      }),
    ),
  }),
});

/** The contents of an edited cycle, which replace its contract's. */
export type PlatformContents = z.infer<typeof contentsSchema>;

const contentsFields = `${termsFields}
  lines(first: 100) { nodes {
    id productId variantId title quantity currentPrice { amount } customAttributes { key value }
  } }`;

/** One cycle's own contents, null if they are its contract's, and whether it is paid. */
export const getEditedCycle = operation<{ id: string; index: number }>(
  'read_own_subscription_contracts',
  'read_customer_payment_methods',
)(
  `query EditedCycle($id: ID!, $index: Int!) {
    subscriptionBillingCycle(billingCycleInput: { contractId: $id, selector: { index: $index } }) {
      status
      editedContract { ${contentsFields} }
    }
  }`,
  z.object({
    subscriptionBillingCycle: z
      .object({ status: z.enum(['BILLED', 'UNBILLED']), editedContract: contentsSchema.nullable() })
      .nullable(),
  }),
);

const draftSchema = z.object({
  change: z.object({
    draft: z.object({ id: z.string() }).nullable(),
    userErrors: userErrorsSchema,
  }),
});

/** Opens a draft of a contract. Nothing changes before it is committed. */
export const draftContract = operation<{ id: string }>('write_own_subscription_contracts')(
  `mutation DraftContract($id: ID!) {
    change: subscriptionContractUpdate(contractId: $id) {
      draft { id }
      userErrors { field message code }
    }
  }`,
  draftSchema,
);

/** As `draftContract`, for what one cycle holds. */
export const draftCycle = operation<{ id: string; index: number }>(
  'write_own_subscription_contracts',
)(
  `mutation DraftCycle($id: ID!, $index: Int!) {
    change: subscriptionBillingCycleContractEdit(
      billingCycleInput: { contractId: $id, selector: { index: $index } }
    ) {
      draft { id }
      userErrors { field message code }
    }
  }`,
  draftSchema,
);

/** What a draft holds beside its lines. */
export type DraftTerms = {
  paymentMethodId?: string;
  deliveryPrice?: string;
  deliveryMethod?: { shipping: NonNullable<PlatformContents['deliveryMethod']> };
};

export const setDraftTerms = operation<{ draft: string; input: DraftTerms }>(
  'write_own_subscription_contracts',
)(
  `mutation SetDraftTerms($draft: ID!, $input: SubscriptionDraftInput!) {
    change: subscriptionDraftUpdate(draftId: $draft, input: $input) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: z.object({ userErrors: userErrorsSchema }) }),
);

export const commitCycleDraft = operation<{ draft: string }>(
  'read_own_subscription_contracts',
  'read_customer_payment_methods',
  'write_own_subscription_contracts',
)(
  `mutation CommitCycleDraft($draft: ID!) {
    change: subscriptionBillingCycleContractDraftCommit(draftId: $draft) {
      contract { ${contentsFields} }
      userErrors { field message code }
    }
  }`,
  z.object({
    change: z.object({ contract: contentsSchema.nullable(), userErrors: userErrorsSchema }),
  }),
);

/** More lines of a contract. */
export const listPricedLines = operation<{ id: string; after: string }>(
  'read_own_subscription_contracts',
)(
  `query PricedLines($id: ID!, $after: String!) {
    subscriptionContract(id: $id) { lines(first: 100, after: $after) { ${lineFields} } }
  }`,
  z.object({ subscriptionContract: z.object({ lines: linesSchema }).nullable() }),
);

/** Older attempts at a contract. */
export const listAttempts = operation<{ id: string; after: string }>(
  'read_own_subscription_contracts',
  'read_orders',
)(
  `query ContractAttempts($id: ID!, $after: String!) {
    subscriptionContract(id: $id) {
      billingAttempts(first: 100, reverse: true, after: $after) {
        nodes { ${attemptFields} }
        ${pageInfoFields}
      }
    }
  }`,
  z.object({ subscriptionContract: z.object({ billingAttempts: attemptsSchema }).nullable() }),
);

const writes = operation<{ id: string }>('write_own_subscription_contracts');

/** Begins a charge. Repeating the same input returns the attempt that the first call made. */
export const createAttempt = operation<{ id: string; input: unknown }>(
  'read_own_subscription_contracts',
  'write_own_subscription_contracts',
  'read_orders',
)(
  `mutation ChargeCycle($id: ID!, $input: SubscriptionBillingAttemptInput!) {
    subscriptionBillingAttemptCreate(
      subscriptionContractId: $id, subscriptionBillingAttemptInput: $input
    ) {
      subscriptionBillingAttempt { ${attemptFields} }
      userErrors { field message code }
    }
  }`,
  z.object({
    subscriptionBillingAttemptCreate: z.object({
      subscriptionBillingAttempt: attemptSchema.nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);

const refusable = z.object({ userErrors: userErrorsSchema });

/** A line's plan, with what the platform notes of its prices. Prices are in major units. */
export type LineTerms = {
  sellingPlanId: string;
  sellingPlanName: string;
  currentPrice: string;
  pricingPolicy: {
    basePrice: string;
    cycleDiscounts: {
      afterCycle: number;
      adjustmentType: 'PERCENTAGE' | 'FIXED_AMOUNT' | 'PRICE';
      adjustmentValue: { percentage: number } | { fixedValue: string };
      computedPrice: string;
    }[];
  };
};

/** A draft's change of a line, by the line's global id. Prices are in major units. */
export type DraftLine = {
  line: string;
  input:
    | { quantity: number; currentPrice: string; productVariantId?: string | undefined }
    | LineTerms;
};

export const setDraftLine = operation<DraftLine & { draft: string }>(
  'write_own_subscription_contracts',
)(
  `mutation SetDraftLine($draft: ID!, $line: ID!, $input: SubscriptionLineUpdateInput!) {
    change: subscriptionDraftLineUpdate(draftId: $draft, lineId: $line, input: $input) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: refusable }),
);

/** Sets a line's unit price. */
export const setLinePrice = operation<{ id: string; lineId: string; price: string }>(
  'write_own_subscription_contracts',
)(
  `mutation SetLinePrice($id: ID!, $lineId: ID!, $price: Decimal!) {
    change: subscriptionContractProductChange(
      subscriptionContractId: $id, lineId: $lineId, input: { currentPrice: $price }
    ) { userErrors { field message code } }
  }`,
  z.object({ change: refusable }),
);

export const pauseContract = writes(
  `mutation PauseContract($id: ID!) {
    change: subscriptionContractPause(subscriptionContractId: $id) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: refusable }),
);

export const cancelContract = writes(
  `mutation CancelContract($id: ID!) {
    change: subscriptionContractCancel(subscriptionContractId: $id) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: refusable }),
);

export const expireContract = writes(
  `mutation ExpireContract($id: ID!) {
    change: subscriptionContractExpire(subscriptionContractId: $id) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: refusable }),
);

/** Mails the customer a link to give another payment method. */
export const sendMethodUpdate = operation<{ id: string }>(
  'write_customers',
  'read_customer_payment_methods',
)(
  `mutation SendMethodUpdate($id: ID!) {
    change: customerPaymentMethodSendUpdateEmail(customerPaymentMethodId: $id) {
      userErrors { field message }
    }
  }`,
  z.object({ change: refusable }),
);

/** Adds a line to a draft. */
export const addDraftLine = operation<{
  draft: string;
  input: {
    productVariantId: string;
    quantity: number;
    currentPrice: string;
    customAttributes: readonly { key: string; value: string }[];
    sellingPlanId?: string | null;
    sellingPlanName?: string | null;
  };
}>('write_own_subscription_contracts')(
  `mutation AddDraftLine($draft: ID!, $input: SubscriptionLineInput!) {
    change: subscriptionDraftLineAdd(draftId: $draft, input: $input) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: refusable }),
);

/** Removes a line from a draft, by its global id. */
export const removeDraftLine = operation<{ draft: string; line: string }>(
  'write_own_subscription_contracts',
)(
  `mutation RemoveDraftLine($draft: ID!, $line: ID!) {
    change: subscriptionDraftLineRemove(draftId: $draft, lineId: $line) {
      userErrors { field message code }
    }
  }`,
  z.object({ change: refusable }),
);

export const skipCycle = operation<{ id: string; index: number }>(
  'write_own_subscription_contracts',
)(
  `mutation SkipCycle($id: ID!, $index: Int!) {
    change: subscriptionBillingCycleSkip(
      billingCycleInput: { contractId: $id, selector: { index: $index } }
    ) { userErrors { field message code } }
  }`,
  z.object({ change: refusable }),
);
