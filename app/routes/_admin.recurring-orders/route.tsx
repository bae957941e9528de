import type { LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Box, Page } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useToast } from '../../bridge/toast.tsx';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { BillingState } from './BillingState.tsx';
import { StartBillingModal } from './StartBillingModal.tsx';
import { StopBillingModal } from './StopBillingModal.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client, updateAddressOf } = await authenticateMerchant(request);
  const billing = await orErrorPage(client.getBilling());
  const grantUrl = billing.grantUrl === null ? null : (updateAddressOf(billing.grantUrl) ?? null);
  return { billing: { ...billing, grantUrl }, failure: null as string | null };
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

/** Whether the store's recurring orders are charged, and where that is started and stopped. */
export default function RecurringOrdersPage() {
  const { billing, failure } = screen.useData();
  const [dialog, setDialog] = useState<'start' | 'stop'>();
  const showToast = useToast();
  const reload = useRevalidateScreen();
  useRevalidateOnFocus();
  const close = useCallback(() => setDialog(undefined), []);
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
          ? [{ content: 'Stop billing', onAction: () => setDialog('stop') }]
          : []),
        { content: 'Billing rules', url: '/settings' },
      ]}
    >
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        <BillingState billing={billing} onStart={() => setDialog('start')} />
        <Box paddingBlockEnd="400" />
      </BlockStack>
      {dialog === 'start' && billing.state !== 'live' ? (
        <StartBillingModal
          state={billing.state}
          onStarted={() => changed('Billing is on')}
          onClose={close}
        />
      ) : null}
      {dialog === 'stop' ? (
        <StopBillingModal onStopped={() => changed('Billing is stopped')} onClose={close} />
      ) : null}
    </Page>
  );
}
