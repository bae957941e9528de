import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { portalSessionListSchema } from '#contract/portal.ts';
import { rotationCandidatesSchema, rotationSchema } from '#contract/rotation.ts';
import {
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { updatedVendorSchema } from '#contract/vendor-settings.ts';
import { approveVendor } from './shop/vendor.ts';
import { createGroup, groupForm, groupPath } from './testing/group-form.ts';
import { askPortal, magicLinkToken, openMagicLink, openPortal } from './testing/portal-in-test.ts';
import { startSecondInstance } from './testing/second-instance.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { bodyOf, type Caller, roastAndRitual as shop } from './testing/service-in-test.ts';
import { sendWebhook } from './testing/webhook-in-test.ts';

const productsSchema = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});

/** A merchant's requests reach one instance or the other, as a load balancer may send them. */
describe('two instances on one PostgreSQL', () => {
  const first = serviceForSuite('PostgreSQL');
  let second: Awaited<ReturnType<typeof startSecondInstance>>;
  beforeAll(async () => {
    second = await startSecondInstance(first);
  });
  afterAll(async () => await second?.close());
  beforeEach(async () => {
    first.platform.control.reset();
    await approveVendor(first.database, { shop, status: 'active', simpleSubscription: true });
  });

  /** The two instances, taking turns in who comes first. */
  const turns = (times: number): Array<[Caller, Caller]> =>
    Array.from({ length: times }, (_, turn) =>
      turn % 2 === 0 ? [first, second] : [second, first],
    );

  it('know at once each other’s settings', async () => {
    let isVendorSyncDisabled = false;
    for (const [writer, reader] of turns(4)) {
      isVendorSyncDisabled = !isVendorSyncDisabled;
      const body = { isVendorSyncDisabled };
      await reader.call(shop, 'GET', '/vendor');
      expect((await writer.call(shop, 'PATCH', '/vendor/settings', { body })).status).toBe(200);
      for (const asked of [reader, writer]) {
        const { settings } = bodyOf(await asked.call(shop, 'GET', '/vendor'), updatedVendorSchema);
        expect(settings).toMatchObject(body);
      }
    }
  });

  it('list each other’s groups, and refuse an edit of what the other has changed', async () => {
    const { id } = await createGroup(first, shop);
    const path = `${groupPath}/${originalIdOf(id)}`;
    for (const [turn, [writer, reader]] of turns(4).entries()) {
      const stale = bodyOf(await reader.call(shop, 'GET', path), sellingPlanGroupSchema);
      const body = { ...stale, recurringDiscount: 10 + turn, name: `Changed ${turn}` };
      const written = await writer.call(shop, 'PATCH', path, { body });
      expect(bodyOf(written, sellingPlanGroupSchema).recurringDiscount).toBe(10 + turn);
      const listed = await reader.call(shop, 'GET', `${groupPath}?query=Changed`);
      expect(bodyOf(listed, sellingPlanGroupListSchema).sellingPlanGroups).toMatchObject([
        { name: `Changed ${turn}`, recurringDiscount: 10 + turn },
      ]);
      const late = await reader.call(shop, 'PATCH', path, { body: { ...stale, name: 'Too late' } });
      expect(late.status).toBe(409);
    }
  });

  it('make one group of a form that both get at once', async () => {
    for (const [one, other] of turns(2)) {
      const name = `Sent to both ${randomUUID().slice(0, 8)}`;
      const sent = {
        body: groupForm({ name }),
        headers: { 'Idempotency-Key': randomUUID() },
      };
      const answers = await Promise.all(
        [one, other].map((asked) => asked.call(shop, 'POST', groupPath, sent)),
      );
      const ids = answers.map((answer) => bodyOf(answer, sellingPlanGroupSchema, 201).id);
      expect(new Set(ids).size).toBe(1);
      const listed = await other.call(
        shop,
        'GET',
        `${groupPath}?query=${encodeURIComponent(name)}`,
      );
      expect(bodyOf(listed, sellingPlanGroupListSchema).sellingPlanGroups).toHaveLength(1);
    }
  });

  it('keep one order of a rotation', async () => {
    const found = await first.admin(shop, '{ products(first: 1) { nodes { id } } }');
    const [owner] = productsSchema.parse(found).products.nodes;
    const path = `/products/shopify/${originalIdOf(owner?.id ?? '')}/rotation`;
    const candidates = await first.call(shop, 'GET', `${path}/candidates`);
    const others = bodyOf(candidates, rotationCandidatesSchema).products.map(
      ({ original_id }) => original_id,
    );
    for (const [turn, [writer, reader]] of turns(4).entries()) {
      const products = others.slice(turn, turn + 2);
      const body = { products, version: turn };
      expect((await writer.call(shop, 'PATCH', path, { body })).status).toBe(200);
      const { payload } = bodyOf(await reader.call(shop, 'GET', path), rotationSchema);
      expect(payload.products.map(({ product }) => product.original_id)).toEqual(products);
      const late = { products: products.toReversed(), version: turn };
      expect((await reader.call(shop, 'PATCH', path, { body: late })).status).toBe(409);
    }
  });

  it('let a magic link open the portal once', async () => {
    for (const [one, other] of turns(2)) {
      const token = await magicLinkToken(one, shop);
      const opened = await Promise.all([one, other].map((asked) => openMagicLink(asked, token)));
      expect(opened.map(({ status }) => status).sort()).toEqual([201, 404]);
    }
  });

  it('end a session of the portal for both', async () => {
    for (const [one, other] of turns(2)) {
      const session = await openPortal(one, shop);
      expect((await askPortal(other, session, '/portal')).status).toBe(200);
      const listed = await askPortal(other, session, '/portal/session');
      for (const { id } of bodyOf(listed, portalSessionListSchema).sessions) {
        await askPortal(one, session, `/portal/session/${id}`, 'DELETE');
      }
      expect((await askPortal(other, session, '/portal')).status).toBe(401);
    }
  });

  it('go on after the other has heard that the app was uninstalled', async () => {
    for (const [one, other] of turns(2)) {
      expect((await other.call(shop, 'GET', groupPath)).status).toBe(200);
      const topic = 'app/uninstalled';
      expect(await sendWebhook(one, topic, { myshopify_domain: shop }, { shop })).toBe(200);
      for (const asked of [other, one]) {
        expect((await asked.call(shop, 'GET', groupPath)).status).toBe(200);
      }
    }
  });
});
