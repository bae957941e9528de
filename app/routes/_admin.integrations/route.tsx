import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Page } from '@shopify/polaris';
import { useState } from 'react';
import { z } from 'zod';
import { connectIntegrationSchema } from '#contract/integration.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { DisconnectModal } from './DisconnectModal.tsx';
import { ShipStationCard } from './ShipStationCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const listed = await orErrorPage(client.listIntegrations());
  return { ...listed, failure: null as string | null };
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
  });
}

/** Specification §2, "Integrations page". */
export default function IntegrationsPage() {
  const { integrations, timeZone, failure } = screen.useData();
  const [isDisconnecting, setDisconnecting] = useState(false);
  return (
    <Page title="Integrations">
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        <ShipStationCard
          integration={integrations.find(({ service }) => service === 'shipstation')}
          timeZone={timeZone}
          // The dialog asks by itself, and the router heeds one at a time.
          asksBeforeLeaving={!isDisconnecting}
          onDisconnect={() => setDisconnecting(true)}
        />
      </BlockStack>
      {isDisconnecting ? <DisconnectModal onClose={() => setDisconnecting(false)} /> : null}
    </Page>
  );
}
