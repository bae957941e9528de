import type { SyncedOrders, SyncRun } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import type { SubscriptionApiClient } from '../../subscription-api/client.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { isNotFound, orErrorPage } from '../../subscription-api/failure.ts';
import { loadActiveVendor } from '../../subscription-api/load-active-vendor.server.ts';

/** What the screen shows. `run` is under way, done or stopped, with the first of its orders; `failure` is what is wrong with the address. */
type LoadedSync =
  | { kind: 'run'; run: SyncRun; orders: SyncedOrders; isConnected: boolean }
  | { kind: 'disabled' }
  | { kind: 'choose'; isConnected: boolean; failure?: string };

/** A run was created from the address. The screen continues at the run's own address. */
type NewRun = { kind: 'new'; address: string };

type Client = Pick<
  SubscriptionApiClient,
  'getVendor' | 'createSyncRun' | 'getSyncRun' | 'listSyncedOrders'
>;

/** How the platform names orders in an address: several from the list of orders, or one from its own page. */
const idNames = ['ids[]', 'ids', 'id'];

/** The address of a run; what else stands in the query stays. */
function addressOfRun({ pathname, searchParams }: URL, id: string): string {
  const query = new URLSearchParams(searchParams);
  for (const name of idNames) query.delete(name);
  query.set('run', id);
  return `${pathname}?${query}`;
}

/**
 * The run that the address names, or a new one of the orders that it names (specification §2, "Order sync page").
 * @throws Response for the error page
 */
export async function loadSync(client: Client, url: URL): Promise<LoadedSync | NewRun> {
  const vendor = await loadActiveVendor(client);
  if (vendor.settings.isVendorSyncDisabled) return { kind: 'disabled' };
  const id = url.searchParams.get('run');
  const isConnected = vendor.settings.apiKeyExists;
  if (id !== null) return await readRun(client, id, isConnected);
  const orderIds = idNames.flatMap((name) => url.searchParams.getAll(name));
  if (orderIds.length === 0) return { kind: 'choose', isConnected };
  try {
    const run = await client.createSyncRun({ body: { orderIds } });
    return { kind: 'new', address: addressOfRun(url, run.id) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      return { kind: 'choose', isConnected, failure: error.message };
    }
    return await orErrorPage<never>(Promise.reject(error));
  }
}

async function readRun(client: Client, id: string, isConnected: boolean): Promise<LoadedSync> {
  try {
    const [run, orders] = await Promise.all([
      client.getSyncRun({ id }),
      client.listSyncedOrders({ id, query: { show: 'all', page: 1, size: 50 } }),
    ]);
    return { kind: 'run', run, orders, isConnected };
  } catch (error) {
    if (isNotFound(error)) {
      const failure = `${orderSyncTexts.notFound}. Choose the orders again.`;
      return { kind: 'choose', isConnected, failure };
    }
    return await orErrorPage<never>(Promise.reject(error));
  }
}
