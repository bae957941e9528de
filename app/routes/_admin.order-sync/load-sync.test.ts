import { expect, it } from 'vitest';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { loadSync } from './load-sync.server.ts';

it('says of a run that is gone no more than that, as it needn’t be old', async () => {
  const gone = async () => {
    throw new ApiError(404, 'Not Found', { message: orderSyncTexts.notFound });
  };
  const client = {
    getVendor: async () => exampleVendor,
    ...{ createSyncRun: gone, getSyncRun: gone, listSyncedOrders: gone },
  };
  expect(await loadSync(client, new URL('http://localhost/order-sync?run=run-1'))).toEqual({
    kind: 'choose',
    isConnected: exampleVendor.settings.apiKeyExists,
    failure: 'This sync no longer exists. Choose the orders again.',
  });
});
