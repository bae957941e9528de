import { expect, it, vi } from 'vitest';
import type { UpdatedVendor, UpdateVendorSettings } from '#contract/vendor-settings.ts';
import { ApiError, RequestError } from '../../subscription-api/errors.ts';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { saveSettings } from './save-settings.server.ts';

const save = vi.fn<(input: { body: UpdateVendorSettings }) => Promise<UpdatedVendor>>();

async function post(fields: Record<string, string>) {
  save.mockClear();
  const formData = new FormData();
  for (const [name, value] of Object.entries({ intent: 'save-settings', ...fields })) {
    formData.set(name, value);
  }
  const response = await saveSettings(formData, save);
  const bodies = save.mock.calls.map(([{ body }]) => body);
  return { status: response.status, answer: await response.json(), bodies };
}

it('sends one key per call, and only what is named', async () => {
  save.mockImplementation(async ({ body }) => ({
    ...exampleVendor,
    ...('buttonColor' in body && { manualThemeUpdateRequired: true }),
  }));
  const { status, answer, bodies } = await post({
    replyToEmail: ' ada@example.com ',
    useNoReply: 'true',
    daysBeforeReminder: ' 5 ',
    buttonColor: '#AA3300',
  });
  expect(bodies).toEqual([
    { replyToEmail: 'ada@example.com', useNoReply: true },
    { daysBeforeReminder: 5 },
    { buttonColor: '#aa3300' },
  ]);
  expect(status).toBe(200);
  expect(answer.saved).toEqual({
    saved: ['replyToEmail', 'useNoReply', 'daysBeforeReminder', 'buttonColor'],
    isOvertaken: false,
    failure: null,
    manualThemeUpdateRequired: true,
  });
  expect((await post({ useNoReply: 'false' })).bodies).toEqual([{ useNoReply: false }]);
  expect((await post({ replyToEmail: '' })).bodies).toEqual([{ replyToEmail: null }]);
});

it.each([
  [{ replyToEmail: 'ada@' }, 'Invalid Email'],
  [{ replyToEmail: 'two words' }, 'Invalid Email'],
  [{ daysBeforeReminder: '' }, 'This can not be empty'],
  [{ daysBeforeReminder: '  ' }, 'This can not be empty'],
  [{ daysBeforeReminder: 'three' }, 'Must be an integer'],
  [{ daysBeforeReminder: '1.5' }, 'Must be an integer'],
  [{ daysBeforeReminder: '0' }, 'Must be greater than 0'],
  [{ daysBeforeReminder: '-2' }, 'Must be greater than 0'],
  [{ buttonColor: 'blue' }, 'Must be a color such as #0632c2'],
  [{ buttonColor: '' }, 'Must be a color such as #0632c2'],
])('refuses %j before anything is sent', async (fields, message) => {
  const { status, answer, bodies } = await post({ useNoReply: 'true', ...fields });
  expect(status).toBe(422);
  expect(answer.result.error).toEqual({ [Object.keys(fields)[0] ?? '']: [message] });
  expect(bodies).toEqual([]);
});

const changes = { replyToEmail: 'a@example.com', daysBeforeReminder: '4', buttonColor: '#000000' };

it('saves the others where one is refused, and says which', async () => {
  save.mockImplementation(async ({ body }) => {
    if (!('daysBeforeReminder' in body)) return exampleVendor;
    const fieldErrors = { daysBeforeReminder: ['Not today'] };
    throw new ApiError(400, 'Bad Request', { message: 'Not today', fieldErrors });
  });
  const { status, answer } = await post(changes);
  expect(status).toBe(200);
  expect(answer.result.error).toEqual({ daysBeforeReminder: ['Not today'] });
  expect(answer.saved).toMatchObject({ saved: ['replyToEmail', 'buttonColor'], failure: null });
});

it('stops where a call fails without a field, and says what was saved before', async () => {
  save.mockImplementation(async ({ body }) => {
    if ('replyToEmail' in body) return exampleVendor;
    throw new RequestError('no answer');
  });
  const { answer, bodies } = await post(changes);
  expect(bodies).toHaveLength(2);
  expect(answer.saved).toMatchObject({
    saved: ['replyToEmail'],
    failure: { message: expect.stringContaining('Oops, something went wrong') },
  });
  save.mockRejectedValue(new RequestError('no answer'));
  const none = await post({ daysBeforeReminder: '4' });
  expect(none).toMatchObject({ status: 502, answer: { saved: { saved: [] } } });
});
