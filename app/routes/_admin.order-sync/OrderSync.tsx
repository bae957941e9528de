import { Banner, BlockStack, Box, Button, ButtonGroup, Card, Page } from '@shopify/polaris';
import { useCallback } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { SyncedOrders, SyncRun } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { ErrorPage } from '../../components/ErrorPage.tsx';
import { useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { useDownload } from '../../requests/use-download.ts';
import { DisabledSync } from './OtherStates.tsx';
import { SyncedOrdersTable } from './SyncedOrdersTable.tsx';
import { progressHeadingId, SyncProgress } from './SyncProgress.tsx';
import { leftOutInWords, progressInWords } from './sync-words.ts';
import { useSyncRun } from './use-sync-run.ts';
import { useSyncedOrders } from './use-synced-orders.ts';

type Props = { run: SyncRun; isConnected: boolean; firstOrders: SyncedOrders };

/** A run of the order sync: it goes on by itself, and shows what became of each order. */
export function OrderSync({ run: first, isConnected, firstOrders }: Props) {
  const table = useSyncedOrders(first.id, firstOrders);
  const sync = useSyncRun(first, isConnected, {
    onResults: table.fillIn,
    onElsewhere: table.reload,
  });
  const { run, phase } = sync;
  const markPressed = useFocusAfterPress(phase, () =>
    document.getElementById(progressHeadingId)?.focus({ preventScroll: true }),
  );
  const goOn = (what: 'go-on' | 'retry-failed') => {
    markPressed();
    void sync.goOn(what);
  };
  const adminScreen = useAdminScreen();
  const { open } = adminScreen;
  const openOrder = useCallback((id: string) => open(`/orders/${id}`), [open]);
  const { show, load } = table;
  const showPage = useCallback((page: number) => void load({ show, page }), [show, load]);
  const download = useDownload(`/resources/order-sync/csv?id=${run.id}`);

  if (phase.kind === 'failed') {
    if (phase.failure.message === orderSyncTexts.disabled) return <DisabledSync />;
    return (
      <ErrorPage
        failure={phase.failure}
        back={{
          content: 'Continue',
          text: `${progressInWords(run)} are done. Continue to send the rest. No order is sent twice.`,
          onAction: () => goOn('go-on'),
        }}
      />
    );
  }
  const isRunning = phase.kind === 'running' || phase.kind === 'stopping';
  const failures = new Set([
    sync.changeFailure,
    adminScreen.failure,
    table.failure,
    download.failure,
  ]);
  const leftOut = leftOutInWords(run);
  const nextActions = [
    ...(phase.kind === 'done' ? [] : [{ content: 'Continue', onAction: () => goOn('go-on') }]),
    ...(run.retriable === 0
      ? []
      : [{ content: 'Retry failed', onAction: () => goOn('retry-failed') }]),
  ];
  const [next, ...others] = isRunning ? [] : nextActions;
  return (
    <Page
      title="Order sync"
      backAction={{ content: 'Orders', onAction: () => open('/orders') }}
      {...(next && { primaryAction: next })}
      secondaryActions={[
        ...others,
        {
          content: 'Download results',
          onAction: () => void download.start(),
          loading: download.isLoading,
        },
      ]}
    >
      <BlockStack gap="400">
        {[...failures].map((text) =>
          text === undefined ? null : <Banner key={text} tone="critical" title={text} />,
        )}
        {leftOut.length === 0 ? null : (
          <Banner tone="warning">
            {leftOut.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Banner>
        )}
        <SyncProgress {...sync} />
        <Card padding="0">
          <Box padding="300">
            <ButtonGroup variant="segmented">
              <Button pressed={show === 'all'} onClick={() => void load({ show: 'all', page: 1 })}>
                All
              </Button>
              <Button
                pressed={show === 'failed'}
                onClick={() => void load({ show: 'failed', page: 1 })}
              >
                {`Failed (${formatNumber(run.failed)})`}
              </Button>
            </ButtonGroup>
          </Box>
          <SyncedOrdersTable
            orders={table.orders}
            isLoading={table.isLoading}
            isFailedOnly={show === 'failed'}
            page={table.page}
            hasNext={table.hasNext}
            onPage={showPage}
            onOpenOrder={openOrder}
          />
        </Card>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
