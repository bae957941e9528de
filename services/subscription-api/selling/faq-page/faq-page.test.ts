import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faqPageSchema, storedFaqPageSchema } from '#contract/faq-page.ts';
import { vendorSchema } from '#contract/vendor.ts';
import type { FaultInput } from '#services/local-platform/testing.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { settingChangeTable, vendorTable } from '../../store/schema.ts';
import { createGroup } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

const pageSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  body: z.string(),
  isPublished: z.boolean(),
});
const pagesSchema = z.object({ pages: z.object({ nodes: z.array(pageSchema) }) });
const path = '/vendor/faq-page';

describe.each(usualDatabase)('the FAQ page on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.platform.control.reset();
    for (const shop of [firstCrack, roastAndRitual]) {
      await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
      await service.database.update(vendorTable).set({ faqPageId: null });
    }
    await service.database.delete(settingChangeTable);
  });

  const ask = () => service.call(firstCrack, 'POST', path);
  const make = async () => bodyOf(await ask(), faqPageSchema).faqPageId;
  const stored = async (shop = firstCrack) =>
    bodyOf(await service.call(shop, 'GET', path), storedFaqPageSchema).faqPageId;
  const kept = async () =>
    bodyOf(await service.call(firstCrack, 'GET', '/vendor'), vendorSchema).shopifyManifest
      .faqPageId;
  async function faqPages(shop = firstCrack) {
    const query = '{ pages(first: 50) { nodes { id title handle body isPublished } } }';
    const { nodes } = pagesSchema.parse(await service.admin(shop, query)).pages;
    return nodes.filter(({ handle }) => handle.startsWith('subscription-faq'));
  }

  it('is really made in the store, once however often it is asked for, and kept with the vendor', async () => {
    expect(await stored()).toBeNull();
    const faqPageId = await make();
    expect(await make()).toBe(faqPageId);
    const pages = await faqPages();
    expect(pages).toMatchObject([
      { id: faqPageId, title: 'Subscription FAQ', handle: 'subscription-faq', isPublished: true },
    ]);
    expect(await kept()).toBe(faqPageId);
    expect(await stored()).toBe(faqPageId);
    expect(await stored(roastAndRitual)).toBeNull();
    expect(await faqPages(roastAndRitual)).toEqual([]);
    const changes = await service.database
      .select()
      .from(settingChangeTable)
      .where(eq(settingChangeTable.shop, firstCrack));
    expect(changes).toMatchObject([
      { setting: 'shopifyManifest.faqPageId', from: 'null', to: JSON.stringify(faqPageId) },
    ]);
  });

  it('tells of the vendor’s own plans, in words that can do nothing in a page', async () => {
    await createGroup(service, firstCrack, {
      name: 'Beans & <script>alert(1)</script>',
      recurringPolicies: [
        { interval: 'WEEK', intervalCount: 2, discountType: 'PERCENTAGE', discountValue: 10 },
        { interval: 'MONTH', intervalCount: 1 },
      ],
    });
    await make();
    const [page] = await faqPages();
    expect(page?.body).toContain('<h3>Beans &amp; &lt;script&gt;alert(1)&lt;/script&gt;</h3>');
    expect(page?.body).toContain('<li>Every 2 weeks, 10% off</li><li>Every month</li>');
    expect(page?.body).toMatch(/<a href="mailto:[\w.@-]+">/);
    expect(page?.body).not.toContain('<script');
  });

  it('answers every question before there is a plan', async () => {
    await make();
    const [page] = await faqPages();
    expect(page?.body.match(/<h2>[^<]+\?<\/h2>/g)).toHaveLength(6);
    expect(page?.body).toContain('Each product’s page shows its subscriptions');
  });

  it('is one page also where two ask at once', async () => {
    const ids = await Promise.all([make(), make(), make()]);
    expect(new Set(ids).size).toBe(1);
    expect(await faqPages()).toHaveLength(1);
  });

  it('is found again where the answer of its making was lost', async () => {
    service.platform.control.addFault({
      kind: 'disconnect',
      operation: 'CreateFaqPage',
      afterExecution: true,
    });
    const faqPageId = await make();
    expect(await faqPages()).toMatchObject([{ id: faqPageId }]);
  });

  it('is found again where the process ended before it was kept', async () => {
    const faqPageId = await make();
    await service.database.update(vendorTable).set({ faqPageId: null });
    expect(await make()).toBe(faqPageId);
    expect(await faqPages()).toHaveLength(1);
  });

  it('is made anew where the merchant deleted it in the store', async () => {
    const first = await make();
    const mutation = 'mutation($id: ID!) { pageDelete(id: $id) { deletedPageId } }';
    await service.admin(firstCrack, mutation, { id: first });
    expect(await stored()).toBeNull();
    const second = await make();
    expect(second).not.toBe(first);
    expect(await faqPages()).toMatchObject([{ id: second }]);
    expect(await stored()).toBe(second);
  });

  it('leaves a page of the merchant’s own alone that has its address', async () => {
    const mutation =
      'mutation { pageCreate(page: {title: "Ours", handle: "subscription-faq", body: "By hand"}) { page { id } } }';
    await service.admin(firstCrack, mutation);
    await make();
    expect(await faqPages()).toMatchObject([
      { title: 'Ours', body: 'By hand' },
      { title: 'Subscription FAQ', handle: 'subscription-faq-2' },
    ]);
  });

  it.each<[string, FaultInput, number]>([
    ['fails', { kind: 'status', status: 500, operation: 'CreateFaqPage' }, 502],
    [
      'refuses it',
      {
        kind: 'userErrors',
        operation: 'CreateFaqPage',
        userErrors: [{ message: 'No more pages' }],
      },
      502,
    ],
  ])('says so where the platform %s, and can be asked for again', async (_, fault, status) => {
    service.platform.control.addFault(fault);
    expect(await ask()).toMatchObject({ status });
    expect(await faqPages()).toEqual([]);
    expect(await kept()).toBeNull();
    expect(await make()).toBe(await kept());
  });

  it('leads to what the store has yet to grant', async () => {
    service.platform.control.setScopes(firstCrack, ['read_products']);
    expect(await ask()).toMatchObject({ status: 401, body: { message: 'Update required' } });
  });

  it('is for approved vendors only', async () => {
    await service.database.delete(vendorTable);
    expect(await ask()).toMatchObject({ status: 403 });
    expect(await stored()).toBeNull();
    expect(await faqPages()).toEqual([]);
  });
});
