import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from '@remix-run/react';
import { Badge, BlockStack, Page } from '@shopify/polaris';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { z } from 'zod';
import { listQuerySchema } from '#contract/pagination.ts';
import { updateSellingPlanGroupSchema } from '#contract/selling-plan-group.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog, useFormDialog } from '../../forms/use-dialog.ts';
import { useListAddress } from '../../list/last-address.ts';
import { listAddress } from '../../list/list-address.ts';
import { readListQuery } from '../../list/list-query.ts';
import { askForPage } from '../../list/load-list.server.ts';
import { focusList } from '../../list/use-kept-focus.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { groupModal } from '../../selling-plan-group/lazy-group-modal.ts';
import { orErrorPage, passWhereGone } from '../../subscription-api/failure.ts';
import { DetailPreview } from './DetailPreview.tsx';
import { deleteGroupModal, variantListing, variantWorkModal } from './lazy-modals.ts';
import { PolicySummary } from './PolicySummary.tsx';
import { listedVariant, useVariantWork } from './use-variant-work.ts';
import { VariantsTable } from './VariantsTable.tsx';
import type { VariantChange } from './variant-requests.ts';

/** GET the group with the page of its variants that the address asks for. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const asked = readListQuery(listQuerySchema, new URL(request.url).searchParams);
  const { answer: group, ignored } = await orErrorPage(
    askForPage(asked, (query) => client.getSellingPlanGroup({ id, query })),
  );
  return json({ ...group, ignored, failure: null as string | null });
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (group, failure, sameAddress) => ({
    ...group,
    variants: sameAddress ? group.variants : [],
    failure,
  }),
});
export const { clientLoader, clientAction } = screen;

/** A deleted group can't be loaded again, and the merchant is on the way to the list. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.formData?.get('intent') !== 'delete-group' && screen.shouldRevalidate(args);
}

/** PATCH the group, where beside a conflict comes what the other one saved; or DELETE it. */
export async function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'save-group': ({ formData }) =>
      saveForm(
        formData,
        updateSellingPlanGroupSchema,
        (body) => client.updateSellingPlanGroup({ id, body }),
        { loadLatest: () => client.getSellingPlanGroup({ id, query: { first: 1 } }) },
      ),
    'delete-group': ({ formData }) =>
      saveForm(formData, z.object({}), async () => {
        await client.deleteSellingPlanGroup({ id }).catch(passWhereGone);
        return { isDeleted: true };
      }),
  });
}

/** A title's longest word must not be wider than a telephone; in a table that would tear every word apart. */
const breakingAnywhere = { overflowWrap: 'anywhere' } as const;
const breakingWords = { overflowWrap: 'break-word' } as const;

/** Two columns, the preview on the right; on a telephone it comes before the variants, of which there may be many. */
const sideBySide = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 28rem), 1fr))',
  gridTemplateRows: 'auto 1fr',
  gap: 'var(--p-space-400)',
  alignItems: 'start',
} as const;

/** Specification §2, "Selling Plan Group detail". */
export default function SellingPlanGroupPage() {
  const group = screen.useData();
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const editing = useFormDialog('edit', 'Selling plan group updated');
  usePrefetchedDialog(groupModal, editing.url);
  usePrefetchedDialog(variantListing);
  usePrefetchedDialog(variantWorkModal);
  const deleting = useDialog('delete');
  usePrefetchedDialog(deleteGroupModal, deleting.url);
  const listOfGroups = useListAddress('/fixed-subscription');
  // In place of the question, which Back must not ask again.
  const leaveDeleted = () => navigate(listOfGroups, { replace: true, state: focusList });

  const { hasNextPage, hasPreviousPage } = group.variantsPageInfo;
  const query = searchParams.get('query') ?? '';
  const isWhole = !(hasNextPage || hasPreviousPage || query || group.failure);
  const allVariants = useMemo(
    () => (isWhole ? group.variants.map(listedVariant) : null),
    [isWhole, group.variants],
  );
  const showChanged = useCallback(
    (change: VariantChange) => {
      // The page that was removed from may be gone.
      const paged = searchParams.has('after') || searchParams.has('before');
      if (change === 'remove' && paged) {
        navigate(listAddress(searchParams, { after: undefined, before: undefined }));
      } else {
        revalidate();
      }
    },
    [navigate, revalidate, searchParams],
  );
  const { work, add, remove, stop, retry, dismiss } = useVariantWork({
    groupId: group.id,
    allVariants,
    query,
    onDone: showChanged,
  });

  const busy = work.phase !== 'idle';
  // The many rows need not be rendered before the press is answered.
  const busyBelow = useDeferredValue(busy);

  return (
    <div style={breakingAnywhere}>
      <Page
        title={group.name}
        titleMetadata={group.isDynamic && <Badge>Usage-based</Badge>}
        backAction={{ content: 'Selling Plans', url: listOfGroups }}
        primaryAction={{ content: 'Add Variants', onAction: add, disabled: busy }}
        secondaryActions={[
          { content: 'Edit', ...(busy ? { disabled: true } : { url: editing.url }) },
          {
            content: 'Delete selling plan group',
            destructive: true,
            ...(busy ? { disabled: true } : { url: deleting.url }),
          },
        ]}
      >
        <div style={breakingWords}>
          <BlockStack gap="400">
            <div style={sideBySide}>
              <PolicySummary group={group} />
              <div style={{ gridRow: 'span 2' }}>
                <DetailPreview group={group} />
              </div>
              <VariantsTable
                group={group}
                query={query}
                disabled={busyBelow}
                onAdd={add}
                onRemove={remove}
              />
            </div>
          </BlockStack>
        </div>
        {editing.isOpen ? (
          <DialogOnDemand
            dialog={groupModal}
            props={{
              group,
              currencyCode: group.currencyCode,
              onClose: editing.close,
              onSaved: editing.saved,
              onLatestShown: revalidate,
            }}
          />
        ) : null}
        {work.phase === 'listing' || work.phase === 'listing-failed' ? (
          <DialogOnDemand
            dialog={variantListing}
            props={{
              work,
              total: group.productVariantsCount.count,
              onClose: stop,
              onRetry: () => void (work.change === 'add' ? add() : remove('all')),
            }}
          />
        ) : null}
        {deleting.isOpen ? (
          <DialogOnDemand
            dialog={deleteGroupModal}
            props={{ group, onClose: deleting.close, onDeleted: leaveDeleted }}
          />
        ) : null}
        {work.phase === 'changing' || work.phase === 'failed' ? (
          <DialogOnDemand
            dialog={variantWorkModal}
            props={{ work, onStop: stop, onRetry: retry, onClose: dismiss }}
          />
        ) : null}
      </Page>
    </div>
  );
}
