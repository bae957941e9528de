import { beforeEach } from 'vitest';
import type { ChangeContract } from '#contract/subscription-contract.ts';
import { changeSubscriptionContract } from '../recurring/contracts/change.ts';
import { getSubscriptionContract } from '../recurring/contracts/contract.ts';
import { ServiceError } from '../service-error.ts';
import { approveVendor } from '../shop/vendor.ts';
import { billingSettingsTable } from '../store/schema.ts';
import { billingInTest } from './billing-in-test.ts';
import { type ServiceInTest, roastAndRitual as shop } from './service-in-test.ts';

/** A subscription of each test's own (`changed`), in a shop whose billing has started, and what changes it. */
export function changesInTest(service: ServiceInTest) {
  const billing = billingInTest(service);
  const changed = { id: '' };

  beforeEach(async () => {
    await billing.reset();
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    ({ id: changed.id } = await billing.subscribe());
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: billing.now() });
    await service.settled();
    service.operations();
  });

  const shown = () => getSubscriptionContract(billing.context(), changed.id);
  const ask = async (asked: ChangeContract, seen?: string) =>
    await changeSubscriptionContract(
      billing.context(),
      changed.id,
      asked,
      seen ?? (await shown()).tag,
    );
  const refusal = async (asking: Promise<unknown>) =>
    await asking.then(
      () => 'done',
      (error: unknown) =>
        error instanceof ServiceError ? `${error.kind}: ${error.message}` : String(error),
    );
  const conflict = (text: string) => `conflict: ${text}`;
  return { ...billing, changed, shown, ask, refusal, conflict };
}
