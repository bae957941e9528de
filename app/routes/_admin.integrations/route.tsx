import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Page } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { connectIntegrationSchema } from '#contract/integration.ts';
import { createScaleSchema, scaleIdSchema, updateScalesSchema } from '#contract/scale.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog } from '../../forms/use-dialog.ts';
import { previewModal } from '../../notice-preview/lazy-preview.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { orErrorPage, passWhereGone } from '../../subscription-api/failure.ts';
import type { ScaleDialogOf } from './ScaleDialog.tsx';
import { ScalesCard } from './ScalesCard.tsx';
import { ShipStationCard } from './ShipStationCard.tsx';

const disconnectModal = lazyDialog(
  async () => (await import('./DisconnectModal.tsx')).DisconnectModal,
);
const scaleDialog = lazyDialog(async () => (await import('./ScaleDialog.tsx')).ScaleDialog);

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const [listed, scales] = await orErrorPage(
    Promise.all([client.listIntegrations(), client.listScales()]),
  );
  return { ...listed, scales, failure: null as string | null };
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, clientAction, shouldRevalidate } = screen;

/** Keys come in here and go no further than to the API: no answer has them. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    connect: ({ formData }) =>
      saveForm(formData, connectIntegrationSchema, (body) => client.connectIntegration({ body }), {
        isSecret: true,
      }),
    disconnect: ({ formData }) =>
      saveForm(formData, z.object({}), async () => {
        await client.disconnectIntegration({ id: 'shipstation' });
        return { isDisconnected: true };
      }),
    'create-scale': ({ formData }) =>
      saveForm(formData, createScaleSchema, (body) => client.createScale({ body })),
    'set-notice-hours': ({ formData }) =>
      saveForm(formData, updateScalesSchema, (body) => client.updateScales({ body })),
    'revoke-scale': ({ formData }) =>
      saveForm(formData, z.object({ id: scaleIdSchema }), async (given) => {
        await client.revokeScale(given).catch(passWhereGone);
        return { isRevoked: true };
      }),
  });
}

/** Specification §2, "Integrations page". */
export default function IntegrationsPage() {
  const { integrations, timeZone, scales, failure } = screen.useData();
  const [dialogOf, setDialogOf] = useState<ScaleDialogOf | null>(null);
  usePrefetchedDialog(disconnectModal);
  usePrefetchedDialog(scaleDialog);
  const preview = useDialog('preview-order-by-use');
  usePrefetchedDialog(previewModal, preview.url);
  const [isDisconnecting, setDisconnecting] = useState(false);
  const closeDialog = useCallback(() => setDialogOf(null), []);
  return (
    <Page title="Integrations">
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        <ShipStationCard
          integration={integrations.find(({ service }) => service === 'shipstation')}
          timeZone={timeZone}
          // The dialog asks by itself, and the router heeds one at a time.
          asksBeforeLeaving={!isDisconnecting && dialogOf === null}
          onDisconnect={() => setDisconnecting(true)}
        />
        <ScalesCard
          list={scales}
          previewUrl={preview.url}
          onAdd={() => setDialogOf({ kind: 'add', url: scales.url })}
          onSetHours={() => setDialogOf({ kind: 'hours', noticeHours: scales.noticeHours })}
          onRevoke={(scale) => setDialogOf({ kind: 'revoke', scale })}
        />
      </BlockStack>
      {isDisconnecting ? (
        <DialogOnDemand
          dialog={disconnectModal}
          props={{ onClose: () => setDisconnecting(false) }}
        />
      ) : null}
      {preview.isOpen ? (
        <DialogOnDemand
          dialog={previewModal}
          props={{ name: 'orderByUse', onClose: preview.close }}
        />
      ) : null}
      {dialogOf === null ? null : (
        <DialogOnDemand dialog={scaleDialog} props={{ of: dialogOf, onClose: closeDialog }} />
      )}
    </Page>
  );
}
