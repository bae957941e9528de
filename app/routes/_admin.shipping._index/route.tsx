import type { ActionFunctionArgs } from '@remix-run/node';
import { Badge, InlineStack, Page } from '@shopify/polaris';
import {
  createDeliveryProfileSchema,
  type DeliveryProfileListItem,
} from '#contract/delivery-profile.ts';
import { listQuerySchema } from '#contract/pagination.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-delivery-profiles.svg?inline';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useFormDialog } from '../../forms/use-dialog.ts';
import { List } from '../../list/List.tsx';
import type { Columns } from '../../list/ListTable.tsx';
import { useCursorPaging } from '../../list/list-address.ts';
import { listWithFailure } from '../../list/list-data.ts';
import { listLoader } from '../../list/list-loader.server.ts';
import { RowLink } from '../../list/RowLink.tsx';
import { ShortList } from '../../list/ShortList.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';

/** GET the page of profiles that the address asks for. */
export const loader = listLoader(listQuerySchema, async (client, query) => {
  const { deliveryProfiles, pageInfo } = await client.listDeliveryProfiles({ query });
  return { items: deliveryProfiles, pageInfo };
});

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, clientAction, shouldRevalidate } = screen;

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'create-profile': ({ formData, idempotencyKey }) =>
      saveForm(formData, createDeliveryProfileSchema, (body) =>
        client.createDeliveryProfile({ body, idempotencyKey }),
      ),
  });
}

const columns: Columns<DeliveryProfileListItem> = [
  {
    title: 'Profile',
    cell: (profile) => (
      <InlineStack gap="200" blockAlign="center">
        <RowLink row={profile} below="/shipping" />
        {profile.isDefault ? <Badge>Default</Badge> : null}
        {profile.isReadOnly ? <Badge tone="attention">View only</Badge> : null}
      </InlineStack>
    ),
  },
  {
    title: 'Selling plan groups',
    cell: ({ sellingPlanGroups, sellingPlanGroupsCount }) => (
      <ShortList
        entries={sellingPlanGroups}
        text={({ name }) => name}
        count={sellingPlanGroupsCount}
        nothing="No selling plan groups"
      />
    ),
  },
];

const newProfileModal = lazyDialog(
  async () => (await import('./NewDeliveryProfileModal.tsx')).NewDeliveryProfileModal,
);

/** Specification §2, "Delivery Profiles list". */
export default function DeliveryProfilesPage() {
  const { pageInfo, ...list } = screen.useData();
  const { isOpen, url, close, saved } = useFormDialog('new', 'Delivery profile created');
  usePrefetchedDialog(newProfileModal, url);

  return (
    <Page title="Shipping and delivery" primaryAction={{ content: 'Add', url }}>
      <List
        {...list}
        noun={{ singular: 'delivery profile', plural: 'delivery profiles' }}
        nameOf={({ name }) => name}
        columns={columns}
        paging={useCursorPaging(pageInfo)}
        // The platform sorts profiles by their age only.
        sortings={[
          { label: 'Oldest first', reverse: false },
          { label: 'Newest first', reverse: true },
        ]}
        nothingYet={
          <IllustratedEmptyState
            heading="No delivery profile yet"
            image={illustration}
            action={{ content: 'Add delivery profile', url }}
          >
            <p>A delivery profile sets where subscriptions ship from, and at what rates.</p>
          </IllustratedEmptyState>
        }
      />
      {isOpen ? (
        <DialogOnDemand dialog={newProfileModal} props={{ onClose: close, onCreated: saved }} />
      ) : null}
    </Page>
  );
}
