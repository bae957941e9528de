import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from '@remix-run/react';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { logger } from '../auth/logger.server.ts';
import { merchantDocumentAt } from '../auth/merchant-document.server.ts';
import { AdminFrame } from '../shell/AdminFrame.tsx';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { refreshShell, type Shell, useShell } from '../shell/shell.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';

export { vendorMayDiffer as shouldRevalidate } from '../shell/shell.ts';

/** The shell of every merchant's screen (specification §2, "App shell and navigation"). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const merchantDocument = merchantDocumentAt(new URL(request.url));
  try {
    const vendor = await client.getVendor();
    if (vendor === null) {
      const stepsCompleted = await stepsCompletedOf(client);
      return json<Shell>({ merchantDocument, vendor, stepsCompleted });
    }
    const { status, shopifyManifest } = vendor;
    return json<Shell>({ merchantDocument, vendor: { status, shopifyManifest } });
  } catch (error) {
    // Screens that need the vendor report the failure themselves.
    logger.warn({ error }, 'The vendor could not be loaded');
    return json<Shell>({ merchantDocument });
  }
}

async function stepsCompletedOf(client: SubscriptionApiClient): Promise<number | undefined> {
  try {
    return (await client.getProposedVendor()).stepsCompleted;
  } catch (error) {
    logger.warn({ error }, 'The steps of onboarding could not be loaded');
    return undefined;
  }
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Shell {
  return refreshShell(() => serverLoader<Shell>());
}

export default function AdminLayout() {
  const shell = useLoaderData<Shell>();
  return (
    <AdminFrame shell={shell}>
      <Outlet />
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  const shell = useShell();
  if (!shell?.merchantDocument) return <ErrorScreen bridged={false} />;
  return (
    <AdminFrame shell={shell}>
      <ErrorScreen bridged />
    </AdminFrame>
  );
}
