import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Badge, Banner, BlockStack, Page } from '@shopify/polaris';
import { ExternalIcon } from '@shopify/polaris-icons';
import { useCallback, useState } from 'react';
import {
  type UpdateDeliveryProfile,
  updateDeliveryProfileSchema,
} from '#contract/delivery-profile.ts';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { answerForm, type PostedForm, saveForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog } from '../../forms/use-dialog.ts';
import { useListAddress } from '../../list/last-address.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import type { ProfileGroup } from './groups-page.ts';
import { ProfileGroupsTable } from './ProfileGroupsTable.tsx';

/** GET the profile with all its groups; none of that id is the not-found page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const profile = await orErrorPage(client.getDeliveryProfile({ id: params.id ?? '' }));
  return json({ ...profile, failure: null as string | null });
}

const screen = cachedScreen<typeof loader>({
  searchedInBrowser: true,
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, clientAction, shouldRevalidate } = screen;

/** Adds groups to the profile of the address, or removes them from it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const change = (list: keyof UpdateDeliveryProfile) => (posted: PostedForm) => {
    const form = new FormData();
    form.set('id', globalIdOf('DeliveryProfile', params.id ?? ''));
    for (const [name, value] of posted.formData) {
      if (name.startsWith(`${list}[`)) form.append(name, value);
    }
    return saveForm(form, updateDeliveryProfileSchema, (body) =>
      client.updateDeliveryProfile({ body }),
    );
  };
  return answerForm(request, {
    'add-groups': change('sellingPlanGroupsToAssociate'),
    'remove-groups': change('sellingPlanGroupsToDissociate'),
  });
}

const addGroupsModal = lazyDialog(
  async () => (await import('./AddGroupsModal.tsx')).AddGroupsModal,
);
const removeGroupsModal = lazyDialog(
  async () => (await import('./RemoveGroupsModal.tsx')).RemoveGroupsModal,
);

/** Specification §2, "Delivery profile detail". */
export default function DeliveryProfilePage() {
  const profile = screen.useData();
  const adminScreen = useAdminScreen();
  const showToast = useToast();
  const listAddress = useListAddress('/shipping');
  const { isOpen, url, close } = useDialog('add');
  usePrefetchedDialog(addGroupsModal, url);
  usePrefetchedDialog(removeGroupsModal, url);
  const added = useCallback(
    (count: number) => {
      close();
      showToast(count === 1 ? 'Selling plan group added' : `${count} selling plan groups added`);
    },
    [close, showToast],
  );
  const [removing, setRemoving] = useState<ProfileGroup[] | null>(null);
  const keep = useCallback(() => setRemoving(null), []);
  const removed = useCallback(
    (count: number) => {
      setRemoving(null);
      showToast(
        count === 1 ? 'Selling plan group removed' : `${count} selling plan groups removed`,
      );
    },
    [showToast],
  );
  const originalId = originalIdOf(profile.id);

  return (
    <WrappingText>
      <Page
        title={profile.name}
        titleMetadata={profile.isDefault ? <Badge>Default</Badge> : undefined}
        backAction={{ content: 'Shipping and delivery', url: listAddress }}
        {...(!profile.isReadOnly && {
          primaryAction: { content: 'Add selling plan group', url },
        })}
        secondaryActions={[
          {
            content: 'Manage Profile',
            icon: ExternalIcon,
            onAction: () => adminScreen.open(`/settings/shipping/profiles/${originalId}`),
          },
        ]}
      >
        <BlockStack gap="400">
          {adminScreen.failure ? <Banner tone="critical" title={adminScreen.failure} /> : null}
          {profile.failure === null ? null : <RefreshFailure failure={profile.failure} />}
          {profile.isReadOnly ? <ReadOnlyBanner /> : null}
          <ProfileGroupsTable
            groups={profile.sellingPlanGroups}
            {...(!profile.isReadOnly && { addUrl: url, onRemove: setRemoving })}
          />
        </BlockStack>
        {removing ? (
          <DialogOnDemand
            dialog={removeGroupsModal}
            props={{
              profileName: profile.name,
              groups: removing,
              onClose: keep,
              onRemoved: removed,
            }}
          />
        ) : null}
        {isOpen && !profile.isReadOnly ? (
          <DialogOnDemand
            dialog={addGroupsModal}
            props={{ profileId: originalId, onClose: close, onAdded: added }}
          />
        ) : null}
      </Page>
    </WrappingText>
  );
}

/** Says why a profile of the merchant's own cannot be changed here, and what to do instead. */
function ReadOnlyBanner() {
  return (
    <Banner
      tone="warning"
      title="This delivery profile can’t be changed here"
      action={{ content: 'Choose another delivery profile', url: '/shipping' }}
    >
      <p>
        Your store sets up shipping by market, so apps can’t change your own delivery profiles, and
        what you see here may be out of date. Set your shipping rates under Markets in your admin.
        To ship selling plans at separate rates, use a delivery profile added in Cadence.
      </p>
    </Banner>
  );
}
