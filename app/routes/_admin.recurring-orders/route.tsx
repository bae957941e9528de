import type { LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Box, Button, ButtonGroup, Page } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import type { Billing } from '#contract/recurring-orders.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useToast } from '../../bridge/toast.tsx';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { DialogOnDemand, lazyDialog } from '../../forms/lazy-dialog.tsx';
import { focusHeading, useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { BillingState } from './BillingState.tsx';
import { CalendarView, DaysView } from './DaysView.tsx';
import { loadView, type View } from './load-view.server.ts';
import { OrdersView } from './OrdersView.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client, updateAddressOf } = await authenticateMerchant(request);
  const [billing, view] = await Promise.all([
    orErrorPage(client.getBilling()),
    loadView(request, client),
  ]);
  const grantUrl = billing.grantUrl === null ? null : (updateAddressOf(billing.grantUrl) ?? null);
  return {
    billing: { ...billing, grantUrl },
    view: view as View | null,
    failure: null as string | null,
  };
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure, sameAddress) => ({
    ...shown,
    view: sameAddress ? shown.view : null,
    failure,
  }),
});
export const { clientLoader, shouldRevalidate } = screen;

const startModal = lazyDialog(
  async () => (await import('./StartBillingModal.tsx')).StartBillingModal,
);
const stopModal = lazyDialog(async () => (await import('./StopBillingModal.tsx')).StopBillingModal);

/** The store's recurring orders: past and coming days, the list, and the buttons that start and stop billing. */
export default function RecurringOrdersPage() {
  const { billing, view, failure } = screen.useData();
  const [dialog, setDialog] = useState<'start' | 'stop'>();
  const showToast = useToast();
  const reload = useRevalidateScreen();
  useRevalidateOnFocus(isUnderWay(billing, view) ? soon : seldom);
  // The button that opened the dialog disappears when the state of billing changes.
  const noteOpening = useFocusAfterPress(billing.state, focusHeading);
  const open = (asked: 'start' | 'stop') => {
    noteOpening();
    setDialog(asked);
  };
  const close = useCallback(() => setDialog(undefined), []);
  // Billing has already changed: in another tab, or by a request whose answer was lost.
  const isOver = dialog === (billing.state === 'live' ? 'start' : 'stop');
  if (isOver) close();
  const changed = (text: string) => {
    close();
    showToast(text);
    reload();
  };
  return (
    <Page
      title="Recurring Orders"
      secondaryActions={[
        ...(billing.state === 'live'
          ? [{ content: 'Stop billing', onAction: () => open('stop') }]
          : []),
        { content: 'Subscribers', url: '/customers' },
        { content: 'Billing rules', url: '/settings' },
      ]}
    >
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        <BillingState billing={billing} onStart={() => open('start')} />
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <Views shown={view?.kind} />
        </Box>
        {view?.kind === 'orders' ? (
          <OrdersView list={view.list} billing={billing} onDecided={changed} />
        ) : null}
        {view?.kind === 'days' ? <DaysView {...view} /> : null}
        {view?.kind === 'calendar' ? (
          <CalendarView {...view} isLive={billing.state === 'live'} />
        ) : null}
        <Box paddingBlockEnd="400" />
      </BlockStack>
      {dialog === 'start' && billing.state !== 'live' ? (
        <DialogOnDemand
          dialog={startModal}
          props={{
            state: billing.state,
            onStarted: () => changed('Billing is on'),
            onClose: close,
          }}
        />
      ) : null}
      {dialog === 'stop' ? (
        <DialogOnDemand
          dialog={stopModal}
          props={{ onStopped: () => changed('Billing is stopped'), onClose: close }}
        />
      ) : null}
    </Page>
  );
}

/** The pause before the screen first refreshes while orders are being charged, in ms; see `usePolling`. */
const soon = 5_000;
/** The same while none are: a new day may begin, or a colleague may stop billing. */
const seldom = 60_000;

function isUnderWay(
  { state, subscriptions }: Pick<Billing, 'state' | 'subscriptions'>,
  view: View | null,
) {
  if (subscriptions !== 'known') return true;
  if (view?.kind === 'orders') return view.list.items.some(({ outcome }) => outcome === 'charging');
  // Today's upcoming orders may be charged while the merchant watches.
  return (
    view?.kind === 'days' &&
    view.runs.some(({ counts: { charging, upcoming } }) =>
      state === 'live' ? charging + upcoming > 0 : charging > 0,
    )
  );
}

const views = [
  { kind: 'days', label: 'Days', address: '/recurring-orders' },
  { kind: 'orders', label: 'Orders', address: '/recurring-orders?view=orders' },
  { kind: 'calendar', label: 'Calendar', address: '/recurring-orders?view=calendar' },
] as const;

function Views({ shown }: { shown: View['kind'] | undefined }) {
  return (
    <ButtonGroup variant="segmented">
      {views.map(({ kind, label, address }) => (
        <Button
          key={kind}
          url={address}
          variant={kind === shown ? 'primary' : undefined}
          accessibilityLabel={kind === shown ? `${label}, shown` : label}
        >
          {label}
        </Button>
      ))}
    </ButtonGroup>
  );
}
