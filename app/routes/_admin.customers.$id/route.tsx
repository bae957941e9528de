import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Banner, BlockStack, Box, InlineGrid } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import type { ContractChange } from '#contract/subscription-contract-names.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useToast } from '../../bridge/toast.tsx';
import { NamedPage } from '../../components/NamedPage.tsx';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { focusHeading, useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { useListAddress } from '../../list/last-address.ts';
import { statusWords } from '../../recurring-orders/contract-words.ts';
import { customerName } from '../../recurring-orders/outcome-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import type { Asking, LoadedChangeName } from './change-words.ts';
import { Payment, Terms } from './Facts.tsx';
import { History } from './History.tsx';
import { ComingOrders, NextOrder } from './Orders.tsx';
import type { AddressBack, LinesBack } from './way-back.ts';

/** GET one subscription. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const subscription = await orErrorPage(client.getSubscriptionContract({ id }));
  return { subscription, failure: null as string | null };
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

const changeModal = lazyDialog(async () => (await import('./ChangeModal.tsx')).ChangeModal);

const loadedModals = {
  'set address': lazyDialog(async () => (await import('./AddressModal.tsx')).AddressModal),
  'add once': lazyDialog(async () => (await import('./OnceModal.tsx')).OnceModal),
  'set plan': lazyDialog(async () => (await import('./PlanModal.tsx')).PlanModal),
};

const removeOnceModal = lazyDialog(async () => (await import('./OnceModal.tsx')).RemoveOnceModal);

const isLoaded = (change: ContractChange): change is LoadedChangeName =>
  Object.hasOwn(loadedModals, change);

/** An order is charged, or a colleague changes something, while the merchant looks on; in ms. */
const seldom = 60_000;

const actionNames: Record<ContractChange, string> = {
  order: 'Charge now',
  pause: 'Pause',
  resume: 'Resume',
  'set lines': 'Change products and prices',
  'add once': 'Add a product once',
  'set address': 'Change delivery address',
  'set plan': 'Change plan',
  'set place': 'Choose the next coffee',
  'ask for method': 'Ask for payment method',
  cancel: 'Cancel subscription',
};

/** A customer's subscription: what comes next, what has happened, and what can be done; beyond the specification. */
export default function SubscriptionPage() {
  const shown = screen.useData();
  // An open dialog goes with its subscription, or it would charge the next one.
  return <Subscription key={shown.subscription.id} {...shown} />;
}

function Subscription({ subscription, failure }: SerializeFrom<typeof loader>) {
  const [asking, setAsking] = useState<Asking>();
  const [loading, setLoading] = useState<{ change: LoadedChangeName; back?: AddressBack }>();
  /** What was changed last, if it can be undone. */
  const [changed, setChanged] = useState<{ text: string; back: LinesBack | AddressBack }>();
  const noteDismissal = useFocusAfterPress(changed, focusHeading);
  const [removing, setRemoving] = useState<SubscriptionContract['once'][number]>();
  const showToast = useToast();
  const reload = useRevalidateScreen();
  useRevalidateOnFocus(seldom);
  usePrefetchedDialog(changeModal);
  const { status, customer, changes, isGone } = subscription;
  // The button that opened the dialog may be gone once the change is made.
  const noteChange = useFocusAfterPress(subscription.tag, focusHeading);
  const act = (change: ContractChange) =>
    isLoaded(change) ? setLoading({ change }) : setAsking({ change });
  const undo = ({ back }: NonNullable<typeof changed>) =>
    back.change === 'set lines'
      ? setAsking({ change: back.change, back })
      : setLoading({ change: back.change, back });
  const close = useCallback(() => {
    setAsking(undefined);
    setLoading(undefined);
    setRemoving(undefined);
  }, []);
  const dialogProps = {
    subscription,
    onChanged: (text: string, back?: LinesBack | AddressBack) => {
      close();
      noteChange();
      setChanged(back && { text, back });
      showToast(text);
      reload();
    },
    onClose: close,
  };
  return (
    <NamedPage
      title={customerName(subscription)}
      subtitle={customer?.email ?? undefined}
      titleMetadata={<WordBadge {...statusWords[status]} />}
      backAction={{ content: 'Subscribers', url: useListAddress('/customers') }}
      secondaryActions={changes.map((change) => ({
        content: actionNames[change],
        destructive: change === 'cancel',
        onAction: () => act(change),
      }))}
    >
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        {isGone ? (
          <Banner tone="warning" title="This subscription is gone from Shopify">
            <p>You see it as it was. Nothing of it is charged, and it can’t be changed.</p>
          </Banner>
        ) : null}
        {changed === undefined ? null : (
          <Banner
            tone="success"
            title={changed.text}
            action={{ content: 'Undo', onAction: () => undo(changed) }}
            onDismiss={() => {
              noteDismissal();
              setChanged(undefined);
            }}
          >
            <p>
              You can have it as it was before, until you change something else or leave this page.
            </p>
          </Banner>
        )}
        <InlineGrid columns={{ xs: 1, md: ['twoThirds', 'oneThird'] }} gap="400">
          <BlockStack gap="400">
            <NextOrder subscription={subscription} onRemove={setRemoving} />
            <ComingOrders
              subscription={subscription}
              onChange={(change, order) => setAsking({ change, order })}
            />
            <History subscription={subscription} />
          </BlockStack>
          <BlockStack gap="400">
            <Terms subscription={subscription} />
            <Payment subscription={subscription} />
          </BlockStack>
        </InlineGrid>
        <Box paddingBlockEnd="400" />
      </BlockStack>
      {asking === undefined ? null : (
        <DialogOnDemand dialog={changeModal} props={{ ...dialogProps, asking }} />
      )}
      {removing === undefined ? null : (
        <DialogOnDemand dialog={removeOnceModal} props={{ ...dialogProps, extra: removing }} />
      )}
      {loading === undefined ? null : (
        <DialogOnDemand
          dialog={loadedModals[loading.change]}
          props={{ ...dialogProps, back: loading.back }}
        />
      )}
    </NamedPage>
  );
}
