import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryProfileListSchema, deliveryProfileSchema } from '#contract/delivery-profile.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import type { FaultInput } from '#services/local-platform/testing.ts';
import { idempotencyKeyTable } from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

const path = '/delivery-profile';
const lostCreate: FaultInput = {
  kind: 'disconnect',
  operation: 'deliveryProfileCreate',
  afterExecution: true,
};
const noLook: FaultInput = { kind: 'status', status: 503, operation: 'NewestDeliveryProfiles' };

describe.each(usualDatabase)('a profile whose answer was lost on %s', (kind) => {
  const service = serviceForSuite(kind);
  let key = 0;
  beforeEach(async () => {
    service.platform.control.reset();
    // The platform gives the same ids again after a reset.
    await service.database.delete(idempotencyKeyTable);
    // Gets new tokens, because the refusal of old ones would use up the first faults.
    for (const shop of [firstCrack, roastAndRitual]) {
      expect((await service.call(shop, 'GET', path)).status).toBe(200);
    }
    key += 1;
  });

  const fail = (...faults: FaultInput[]) => {
    for (const fault of faults) service.platform.control.addFault(fault);
  };
  const create = (name: string) =>
    service.call(firstCrack, 'POST', path, {
      body: { name },
      headers: { 'Idempotency-Key': `profile-${key}` },
    });
  const named = async (name: string) => {
    const answer = await service.call(
      firstCrack,
      'GET',
      `${path}?query=${encodeURIComponent(name)}`,
    );
    return bodyOf(answer, deliveryProfileListSchema).deliveryProfiles;
  };
  /** The first Save: the platform creates the profile, but we never learn of it. */
  const createInTheDark = async (name: string) => {
    // The query before the create succeeds; the one for its outcome fails.
    fail({ kind: 'delay', operation: 'NewestDeliveryProfiles' }, lostCreate, noLook);
    expect((await create(name)).status).toBe(502);
  };

  it('is found and answered at once', async () => {
    fail(lostCreate);
    const profile = bodyOf(await create('Cold chain'), deliveryProfileSchema, 201);
    expect(await named('Cold chain')).toMatchObject([{ id: profile.id }]);
  });

  it('is not made again by the second Save', async () => {
    await createInTheDark('Cold chain');
    const profile = bodyOf(await create('Cold chain'), deliveryProfileSchema, 201);
    expect(await named('Cold chain')).toMatchObject([{ id: profile.id }]);
  });

  it('is made with an old key under which a create of something else was lost', async () => {
    await createInTheDark('Cold chain');
    await service.database
      .update(idempotencyKeyTable)
      .set({ operation: null, before: { id: 'a picture' } });
    bodyOf(await create('Deep frozen'), deliveryProfileSchema, 201);
    expect(await named('Deep frozen')).toHaveLength(1);
  });

  it('has the name of the second Save', async () => {
    await createInTheDark('Cold chian');
    fail({ ...lostCreate, operation: 'deliveryProfileUpdate' });
    expect(bodyOf(await create('Cold chain'), deliveryProfileSchema, 201).name).toBe('Cold chain');
    expect(await named('Cold ch')).toMatchObject([{ name: 'Cold chain' }]);
  });

  it('that was never made is made by the second Save', async () => {
    fail({ ...lostCreate, afterExecution: false });
    expect((await create('Cold chain')).status).toBe(502);
    expect((await create('Cold chain')).status).toBe(201);
    expect(await named('Cold chain')).toHaveLength(1);
  });

  it("never becomes a person's, or another create's, of the same name", async () => {
    bodyOf(await create('Cold chain'), deliveryProfileSchema, 201);
    key += 1;
    fail({ ...lostCreate, afterExecution: false });
    expect((await create('Cold chain')).status).toBe(502);
    await service.admin(
      firstCrack,
      'mutation { deliveryProfileCreate(profile: {name: "Cold chain"}) { profile { id } } }',
    );
    const before = (await named('Cold chain')).map(({ id }) => id);
    const profile = bodyOf(await create('Cold chain'), deliveryProfileSchema, 201);
    expect(before).toHaveLength(2);
    expect(before).not.toContain(profile.id);
  });

  it('has its groups where an update was carried out', async () => {
    const listed = await service.call(roastAndRitual, 'GET', '/subscription/selling-plan-group');
    const [group] = bodyOf(listed, sellingPlanGroupListSchema).sellingPlanGroups;
    const made = await service.call(roastAndRitual, 'POST', path, { body: { name: 'Groups' } });
    const { id } = bodyOf(made, deliveryProfileSchema, 201);
    const update = (body: Record<string, unknown>) =>
      service.call(roastAndRitual, 'PATCH', path, { body: { id, ...body } });
    const lostUpdate = { ...lostCreate, operation: 'deliveryProfileUpdate' };
    fail(lostUpdate);
    const added = await update({ sellingPlanGroupsToAssociate: [group?.id] });
    expect(bodyOf(added, deliveryProfileSchema).sellingPlanGroups).toMatchObject([
      { id: group?.id },
    ]);
    fail({ ...lostUpdate, afterExecution: false });
    expect((await update({ sellingPlanGroupsToDissociate: [group?.id] })).status).toBe(502);
    fail(lostUpdate);
    const removed = await update({ sellingPlanGroupsToDissociate: [group?.id] });
    expect(bodyOf(removed, deliveryProfileSchema).sellingPlanGroups).toEqual([]);
  });
});
