import { describe, expect, it } from 'vitest';
import { proposedVendorSchema } from '#contract/proposed-vendor.ts';
import { vendorAnswerSchema, vendorSchema } from '#contract/vendor.ts';
import { vendorTable } from '../store/schema.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { usualDatabase } from '../testing/temporary-database.ts';
import { approveVendor } from './vendor.ts';

describe.each(usualDatabase)('vendors on %s', (kind) => {
  const service = serviceForSuite(kind);

  it('answers an approved vendor with the defaults, to its own shop only', async () => {
    const vendor = { shop: roastAndRitual, status: 'active' as const, simpleSubscription: true };
    await approveVendor(service.database, vendor);
    await approveVendor(service.database, vendor);
    expect(bodyOf(await service.call(roastAndRitual, 'GET', '/vendor'), vendorSchema)).toEqual({
      shop: roastAndRitual,
      status: 'active',
      settings: {
        isWidgetEnabled: false,
        isNewWidgetEnabled: false,
        isVendorSyncDisabled: false,
        isAccountPageEnabled: false,
        buttonColor: '#0632c2',
        apiKeyExists: false,
        img_url: null,
      },
      shopifyManifest: {
        simpleSubscription: true,
        useGifs: false,
        handleFulfillmentWebhook: false,
        faqPageId: null,
      },
      replyToEmail: null,
      useNoReply: false,
      daysBeforeReminder: 3,
      img_url: null,
    });
    const none = await service.call(firstCrack, 'GET', '/vendor');
    expect(none).toMatchObject({ status: 200, body: null });
    expect(none.headers.get('Content-Type')).toContain('application/json');
    expect(vendorAnswerSchema.parse(none.body)).toBeNull();
  });

  it('answers as many days before a reminder as there can be, where more were set once', async () => {
    await service.database.update(vendorTable).set({ daysBeforeReminder: 60 });
    const answer = await service.call(roastAndRitual, 'GET', '/vendor');
    expect(bodyOf(answer, vendorSchema).daysBeforeReminder).toBe(38);
  });

  it('answers a shop that never signed up with empty texts and no steps', async () => {
    expect(
      bodyOf(await service.call(roastAndRitual, 'GET', '/proposed-vendor'), proposedVendorSchema),
    ).toEqual({ name: '', email: '', notes: '', stepsCompleted: 0, isOnboardingDismissed: false });
  });

  it('keeps a sign-up, and lets it be corrected', async () => {
    const first = await service.call(firstCrack, 'POST', '/proposed-vendor', {
      body: { name: ' Ada ', email: 'not an address' },
    });
    expect(bodyOf(first, proposedVendorSchema, 201)).toEqual({
      name: 'Ada',
      email: 'not an address',
      notes: '',
      stepsCompleted: 1,
      isOnboardingDismissed: false,
    });
    await service.call(firstCrack, 'POST', '/proposed-vendor', {
      body: { name: 'Ada L.', email: 'ada@example.com', notes: 'Hello' },
    });
    expect(
      bodyOf(await service.call(firstCrack, 'GET', '/proposed-vendor'), proposedVendorSchema),
    ).toMatchObject({
      name: 'Ada L.',
      email: 'ada@example.com',
      notes: 'Hello',
      stepsCompleted: 1,
    });
    expect(
      bodyOf(await service.call(roastAndRitual, 'GET', '/proposed-vendor'), proposedVendorSchema),
    ).toMatchObject({ name: '' });
  });

  it('dismisses onboarding before and after the sign-up, and brings it back', async () => {
    const shop = roastAndRitual;
    const dismiss = async (isOnboardingDismissed: boolean) =>
      bodyOf(
        await service.call(shop, 'PATCH', '/proposed-vendor', { body: { isOnboardingDismissed } }),
        proposedVendorSchema,
      );
    expect(await dismiss(true)).toEqual({
      name: '',
      email: '',
      notes: '',
      stepsCompleted: 0,
      isOnboardingDismissed: true,
    });
    const signUp = await service.call(shop, 'POST', '/proposed-vendor', {
      body: { name: 'Lin', email: 'lin@example.com' },
    });
    expect(bodyOf(signUp, proposedVendorSchema, 201)).toMatchObject({
      stepsCompleted: 1,
      isOnboardingDismissed: true,
    });
    expect(await dismiss(false)).toMatchObject({ name: 'Lin', isOnboardingDismissed: false });
    const others = await service.call(firstCrack, 'GET', '/proposed-vendor');
    expect(bodyOf(others, proposedVendorSchema)).toMatchObject({ isOnboardingDismissed: false });
  });

  it('answers a repeated sign-up as the first time', async () => {
    const headers = { 'Idempotency-Key': 'sign-up-1' };
    const body = { name: 'Grace', email: 'grace@example.com' };
    const [first, second] = await Promise.all([
      service.call(firstCrack, 'POST', '/proposed-vendor', { body, headers }),
      service.call(firstCrack, 'POST', '/proposed-vendor', { body, headers }),
    ]);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    [{}, { name: ['Please enter your full name'], email: ['Please enter your email'] }],
    [{ name: ' ', email: 'a' }, { name: ['Please enter your full name'] }],
    [{ name: 'a', email: '\t' }, { email: ['Please enter your email'] }],
  ])('refuses %j', async (body, fieldErrors) => {
    expect(await service.call(firstCrack, 'POST', '/proposed-vendor', { body })).toMatchObject({
      status: 422,
      body: { message: Object.values(fieldErrors)[0]?.[0], fieldErrors },
    });
  });
});
