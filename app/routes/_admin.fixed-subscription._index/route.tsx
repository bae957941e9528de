import type { ActionFunctionArgs } from '@remix-run/node';
import { Badge, Page } from '@shopify/polaris';
import {
  createSellingPlanGroupSchema,
  sellingPlanGroupListQuerySchema,
} from '#contract/selling-plan-group.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useFormDialog } from '../../forms/use-dialog.ts';
import { List } from '../../list/List.tsx';
import { type Columns, countColumn } from '../../list/ListTable.tsx';
import { useCursorPaging } from '../../list/list-address.ts';
import { listWithFailure } from '../../list/list-data.ts';
import { listLoader } from '../../list/list-loader.server.ts';
import { RowLink } from '../../list/RowLink.tsx';
import { ShortList } from '../../list/ShortList.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { groupModal } from '../../selling-plan-group/lazy-group-modal.ts';
import { type GroupRow, groupRowOf } from './group-row.server.ts';

/** GET the page of groups that the address asks for. */
export const loader = listLoader(sellingPlanGroupListQuerySchema, async (client, query) => {
  const { sellingPlanGroups, pageInfo } = await client.listSellingPlanGroups({ query });
  return { items: sellingPlanGroups.map(groupRowOf), pageInfo };
});

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, clientAction, shouldRevalidate } = screen;

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'save-group': ({ formData, idempotencyKey }) =>
      saveForm(formData, createSellingPlanGroupSchema, (body) =>
        client.createSellingPlanGroup({ body, idempotencyKey }),
      ),
  });
}

const columns: Columns<GroupRow> = [
  {
    title: 'Name',
    cell: (group) => (
      <>
        <RowLink row={group} below="/fixed-subscription" />{' '}
        {group.isUsageBased ? <Badge>Usage-based</Badge> : null}
      </>
    ),
  },
  countColumn('Products', ({ products }) => products),
  countColumn('Variants', ({ variants }) => variants),
  {
    title: 'Recurring Policies',
    cell: ({ plans, plansCount }) => (
      <ShortList entries={plans} count={plansCount} text={({ words }) => words} nothing="None" />
    ),
  },
];

/** Specification §2, "Selling Plans list". */
export default function SellingPlansPage() {
  const { pageInfo, ...list } = screen.useData();
  const { isOpen, url, close, saved } = useFormDialog('new', 'Selling plan group created');
  usePrefetchedDialog(groupModal, url);

  return (
    <Page
      title="Selling Plans"
      primaryAction={{ content: 'Add', url }}
      secondaryActions={[{ content: 'Shipping and delivery', url: '/shipping' }]}
    >
      <List
        {...list}
        noun={{ singular: 'selling plan', plural: 'selling plans' }}
        nameOf={({ name }) => name}
        columns={columns}
        paging={useCursorPaging(pageInfo)}
        sortings={[
          { label: 'Name A–Z', sortKey: 'NAME', reverse: false },
          { label: 'Name Z–A', sortKey: 'NAME', reverse: true },
          { label: 'Newest first', sortKey: 'CREATED_AT', reverse: true },
          { label: 'Oldest first', sortKey: 'CREATED_AT', reverse: false },
          { label: 'Recently changed', sortKey: 'UPDATED_AT', reverse: true },
        ]}
        nothingYet={
          <IllustratedEmptyState
            heading="Sell your first product by subscription"
            image={illustration}
            action={{ content: 'Add selling plan group', url }}
          >
            <p>
              A selling plan group sets how often customers get a product, and what they save by
              subscribing.
            </p>
          </IllustratedEmptyState>
        }
      />
      {isOpen ? (
        <DialogOnDemand dialog={groupModal} props={{ onClose: close, onSaved: saved }} />
      ) : null}
    </Page>
  );
}
