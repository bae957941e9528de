import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Badge, InlineStack, Page } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import { authenticateMerchant } from '#app/admission/authenticate.server.ts';
import {
  createDeliveryProfileSchema,
  type DeliveryProfileListItem,
  deliveryProfileListQuerySchema,
} from '#contract/delivery-profile.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { useToast } from '../../bridge/toast.tsx';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-delivery-profiles.svg?inline';
import { submitForm } from '../../forms/submission.ts';
import { List } from '../../list/List.tsx';
import type { Columns } from '../../list/ListTable.tsx';
import { useCursorPaging } from '../../list/list-address.ts';
import { listWithFailure } from '../../list/list-data.ts';
import { loadList } from '../../list/load-list.server.ts';
import { RowLink } from '../../list/RowLink.tsx';
import { ShortList } from '../../list/ShortList.tsx';
import { cachedScreen } from '../../screen-data/cached-screen.ts';
import { NewDeliveryProfileModal } from './NewDeliveryProfileModal.tsx';

/** GET the page of profiles that the address asks for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const list = await loadList(request, deliveryProfileListQuerySchema, async (query) => {
    const { deliveryProfiles, pageInfo } = await client.listDeliveryProfiles({ query });
    return { items: deliveryProfiles, pageInfo };
  });
  return json(list);
}

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, clientAction, shouldRevalidate } = screen;

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const formData = await request.formData();
  const key = formData.get('idempotencyKey');
  return submitForm(formData, createDeliveryProfileSchema, (body) =>
    client.createDeliveryProfile({
      body,
      idempotencyKey: typeof key === 'string' ? key : undefined,
    }),
  );
}

const columns: Columns<DeliveryProfileListItem> = [
  {
    title: 'Profile',
    cell: ({ id, name, isDefault, isReadOnly }) => (
      <InlineStack gap="200" blockAlign="center">
        <RowLink url={`/shipping/${originalIdOf(id)}`}>{name}</RowLink>
        {isDefault ? <Badge>Default</Badge> : null}
        {isReadOnly ? <Badge tone="attention">View only</Badge> : null}
      </InlineStack>
    ),
  },
  {
    title: 'Selling plan groups',
    cell: ({ sellingPlanGroups, sellingPlanGroupsCount }) => (
      <ShortList
        entries={sellingPlanGroups.map(({ id, name }) => ({ id, text: name }))}
        count={sellingPlanGroupsCount}
        nothing="No selling plan groups"
      />
    ),
  },
];

/** Specification §2, "Delivery Profiles list". */
export default function DeliveryProfilesPage() {
  const { pageInfo, ...list } = screen.useData();
  const [adding, setAdding] = useState(false);
  const showToast = useToast();
  const add = useCallback(() => setAdding(true), []);
  const close = useCallback(() => setAdding(false), []);
  const created = useCallback(() => {
    setAdding(false);
    showToast('Delivery profile created');
  }, [showToast]);

  return (
    <Page title="Shipping and delivery" primaryAction={{ content: 'Add', onAction: add }}>
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
            action={{ content: 'Add delivery profile', onAction: add }}
          >
            <p>A delivery profile says from where and at what rates subscriptions are shipped.</p>
          </IllustratedEmptyState>
        }
      />
      {adding ? <NewDeliveryProfileModal onClose={close} onCreated={created} /> : null}
    </Page>
  );
}
