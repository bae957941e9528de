import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { loadSync } from './load-sync.server.ts';
import { OrderSync } from './OrderSync.tsx';
import { ChooseOrders, DisabledSync } from './OtherStates.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const loaded = await loadSync(client, new URL(request.url));
  return loaded.kind === 'new' ? redirect(loaded.address) : json({ loaded });
}

/** Specification §2, "Order sync page". */
export default function OrderSyncPage() {
  const { loaded } = useLoaderData<typeof loader>();
  switch (loaded.kind) {
    case 'run':
      return (
        <OrderSync
          key={loaded.run.id}
          run={loaded.run}
          isConnected={loaded.isConnected}
          firstOrders={loaded.orders}
        />
      );
    case 'disabled':
      return <DisabledSync />;
    case 'choose':
      return <ChooseOrders {...loaded} />;
  }
}
