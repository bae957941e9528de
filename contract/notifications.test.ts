import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notificationsSchema, updateNotificationsSchema } from './notification-settings.ts';
import {
  type ChannelFlags,
  changedFlags,
  channels,
  contactSupport,
  flagsOf,
  isChannelEnabled,
  isEnabled,
  isLocked,
  notificationNames,
  withFlags,
} from './notifications.ts';

const flag = fc.boolean();
const flags: fc.Arbitrary<ChannelFlags> = fc.record(
  { email: flag, text: flag, push: flag, all: flag },
  { requiredKeys: [] },
);
const anyFlags = fc.option(flags, { nil: undefined });
const name = fc.constantFrom(...notificationNames);

describe('the rule for when a notification counts as enabled', () => {
  it.each<[string, ChannelFlags | undefined, boolean]>([
    ['missing', undefined, true],
    ['empty', {}, true],
    ['nothing in words', { email: undefined, all: undefined }, true],
    ['email alone', { email: true }, true],
    ['text alone', { text: true, email: false }, true],
    ['push alone', { push: true }, true],
    ['none of them', { email: false, text: false, push: false }, false],
    ['one that is off', { email: false }, false],
    ['all, without a channel', { all: true }, false],
  ])('%s', (_, given, expected) => {
    expect(isEnabled(given)).toBe(expected);
  });

  it('is that some channel is', () => {
    fc.assert(
      fc.property(anyFlags, (given) => {
        expect(isEnabled(given)).toBe(channels.some((channel) => isChannelEnabled(given, channel)));
      }),
    );
  });
});

describe('a change of flags', () => {
  it('sets what it names and leaves the other channels as they were for customers', () => {
    fc.assert(
      fc.property(anyFlags, flags, (before, change) => {
        const after = changedFlags(before, change);
        for (const channel of channels) {
          const named = change[channel] ?? change.all;
          expect(after[channel]).toBe(named ?? isChannelEnabled(before, channel));
          expect(isChannelEnabled(after, channel)).toBe(after[channel]);
        }
        expect(after.all).toBe(after.email && after.text && after.push);
      }),
    );
  });

  it('done twice is done once, and two of different channels lose nothing in either order', () => {
    fc.assert(
      fc.property(anyFlags, flags, fc.boolean(), fc.boolean(), (before, change, email, push) => {
        const once = changedFlags(before, change);
        expect(changedFlags(once, change)).toEqual(once);
        const [one, other] = [{ email }, { push }];
        expect(changedFlags(changedFlags(before, one), other)).toEqual(
          changedFlags(changedFlags(before, other), one),
        );
      }),
    );
  });
});

it('flags are put and found by name, beside those of the others', () => {
  const none = { settings: {}, categorySettings: {} };
  fc.assert(
    fc.property(name, name, flags, flags, (one, other, first, second) => {
      fc.pre(one !== other);
      const both = withFlags(withFlags(none, one, first), other, second);
      expect([flagsOf(both, one), flagsOf(both, other)]).toEqual([first, second]);
      expect(notificationsSchema.parse(both)).toEqual(both);
    }),
  );
});

it('fulfillment locks the three that it sends, and only where it is on', () => {
  expect(contactSupport).toBe('Contact Support to change this.');
  const locked = (handleFulfillmentWebhook: boolean) =>
    notificationNames.filter((each) => isLocked(each, { handleFulfillmentWebhook }));
  expect(locked(false)).toEqual([]);
  expect(locked(true)).toEqual([
    'customerOrderOnTheWay',
    'customerOrderOutForDelivery',
    'customerOrderArrived',
  ]);
});

it.each([
  [{ settings: { unheardOf: {} } }],
  [{ settings: { customerChargeFailed: { letter: true } } }],
  [{ settings: { customerChargeFailed: { email: 'yes' } } }],
  [{ settings: { customerChargeFailed: { all: 'yes' } } }],
  [{ settings: { customerChargeFailed: { text: 'yes' } } }],
  [{ settings: { customerChargeFailed: { push: 'yes' } } }],
  [{ categorySettings: { customerChargeFailed: {} } }],
  [{ other: {} }],
])('a body is refused: %j', (body) => {
  expect(updateNotificationsSchema.safeParse(body).success).toBe(false);
});

it.each(notificationNames)('a body may name %s with each channel', (name) => {
  const flags = { email: true, all: true, text: true, push: true };
  const body = withFlags({ settings: {}, categorySettings: {} }, name, flags);
  expect(updateNotificationsSchema.parse(body)).toEqual(body);
});
