import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useRevalidator, useSearchParams } from '@remix-run/react';
import { Banner, BlockStack, Card, Page } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import { authenticateMerchant } from '#app/admission/authenticate.server.ts';
import {
  createSellingPlanGroupSchema,
  type SellingPlanGroupList,
  sellingPlanGroupListQuerySchema,
} from '#contract/selling-plan-group.ts';
import { useToast } from '../../bridge/toast.tsx';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { submitForm } from '../../forms/submission.ts';
import { useRememberedList } from '../../list/last-address.ts';
import { cachedScreen } from '../../screen-data/cached-screen.ts';
import { SellingPlanGroupModal } from '../../selling-plan-group/SellingPlanGroupModal.tsx';
import { useKeptGroups } from '../../selling-plan-group/use-pending-deletions.ts';
import { UpdateRequiredError } from '../../subscription-api/errors.ts';
import { failureOf, orErrorPage } from '../../subscription-api/failure.ts';
import { SellingPlanGroupTable } from './SellingPlanGroupTable.tsx';

const emptyList: SellingPlanGroupList = {
  sellingPlanGroups: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

/** GET the page of groups that the address asks for. A failure gives an empty list with its message (§4). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const asked = sellingPlanGroupListQuerySchema.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const query = asked.success ? asked.data : {};
  try {
    const list = await client.listSellingPlanGroups({ query });
    return json({ ...list, failure: null as string | null });
  } catch (error) {
    if (error instanceof UpdateRequiredError) return orErrorPage(Promise.reject(error));
    const { failure } = failureOf(error);
    return json({ ...emptyList, failure: failure.message });
  }
}

const screen = cachedScreen<typeof loader>();
export const { clientLoader, clientAction, shouldRevalidate } = screen;

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const formData = await request.formData();
  const idempotencyKey = formData.get('idempotencyKey');
  return submitForm(formData, createSellingPlanGroupSchema, (body) =>
    client.createSellingPlanGroup({
      body,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    }),
  );
}

/** Specification §2, "Selling Plans list". */
export default function SellingPlansPage() {
  const data = screen.useData();
  const { sellingPlanGroups, pageInfo, failure } = data;
  const groups = useKeptGroups(sellingPlanGroups);
  useRememberedList();
  const [searchParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const { revalidate, state } = useRevalidator();
  const showToast = useToast();
  const close = useCallback(() => setAdding(false), []);
  const saved = useCallback(() => {
    setAdding(false);
    showToast('Selling plan group created');
  }, [showToast]);

  const nothingYet =
    failure === null &&
    groups.length === 0 &&
    !searchParams.has('query') &&
    !searchParams.has('after') &&
    !searchParams.has('before');

  return (
    <Page title="Selling Plans" primaryAction={{ content: 'Add', onAction: () => setAdding(true) }}>
      <BlockStack gap="400">
        {failure === null ? null : (
          <Banner
            tone="critical"
            title={failure}
            action={{
              content: 'Try again',
              onAction: revalidate,
              loading: state === 'loading',
            }}
          />
        )}
        {nothingYet ? (
          <Card>
            <IllustratedEmptyState
              heading="Sell your first product by subscription"
              image={illustration}
              action={{ content: 'Add selling plan group', onAction: () => setAdding(true) }}
            >
              <p>
                A selling plan group says how often customers receive a product, and what they save
                by subscribing.
              </p>
            </IllustratedEmptyState>
          </Card>
        ) : failure === null || groups.length > 0 ? (
          <SellingPlanGroupTable groups={groups} pageInfo={pageInfo} />
        ) : null}
      </BlockStack>
      {adding ? <SellingPlanGroupModal onClose={close} onSaved={saved} /> : null}
    </Page>
  );
}
