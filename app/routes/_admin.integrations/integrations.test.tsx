import { useNavigate } from '@remix-run/react';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Integration } from '#contract/integration.ts';
import { maskedKey } from '#contract/limits.ts';
import { type Scale, scaleTexts } from '#contract/scale.ts';
import { isDocumentKept } from '../../network/load-again.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { asMerchant } from '../../testing/as-merchant.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute, showScreen } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  listIntegrations: vi.fn(),
  connectIntegration: vi.fn(),
  disconnectIntegration: vi.fn(),
  listScales: vi.fn(),
  createScale: vi.fn(),
  updateScales: vi.fn(),
  revokeScale: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
const toast = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/toast.tsx', () => ({ useToast: () => toast }));

/** The API's data. */
let integrations: Integration[] = [];
let scales: Scale[] = [];
let noticeHours = 12;
let hasMailServer = true;
const timeZone = 'America/Los_Angeles';
const account: Integration = {
  service: 'shipstation',
  accountName: 'Roast & Ritual',
  areKeysReadable: true,
  connectedAt: '2026-11-20T18:20:00.000Z',
  lastCheckedAt: '2026-11-21T09:05:00.000Z',
};

beforeAll(prepareScreenTests);

beforeEach(() => {
  integrations = [];
  scales = [];
  noticeHours = 12;
  hasMailServer = true;
  const url = 'https://cadence.example/subscription/contract/{id}/order-now';
  client.listScales.mockImplementation(async () => ({
    ...{ scales, noticeHours, hasMailServer },
    ...{ url, timeZone },
  }));
  client.createScale.mockReset();
  client.updateScales.mockReset();
  client.revokeScale.mockReset();
  toast.mockReset();
  client.listIntegrations.mockImplementation(async () => ({ integrations, timeZone }));
  client.connectIntegration.mockReset();
  client.connectIntegration.mockImplementation(async () => {
    integrations = [account];
    return { integrations, timeZone };
  });
  client.disconnectIntegration.mockReset();
  client.disconnectIntegration.mockImplementation(async () => {
    integrations = [];
  });
});

async function open() {
  const { user } = showRoute('/integrations', route);
  const key = await screen.findByLabelText<HTMLInputElement>('API key');
  const secret = screen.getByLabelText<HTMLInputElement>('API secret');
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  const type = async (texts: { key?: string; secret?: string }) => {
    if (texts.key) await user.type(key, texts.key);
    if (texts.secret) await user.type(secret, texts.secret);
  };
  return { user, key, secret, save, type };
}

describe('the ShipStation card', () => {
  it('masks both fields, and shows keys once a field had the focus and somebody asks', async () => {
    const { user, key, secret } = await open();
    for (const field of [key, secret]) {
      expect(field.type).toBe('password');
      expect(field.placeholder).toBe('');
      expect(field.autocomplete).toBe('new-password');
    }
    expect(screen.queryByLabelText('Show keys')).toBeNull();
    await user.click(secret);
    await user.click(await screen.findByLabelText('Show keys'));
    expect([key.type, secret.type]).toEqual(['text', 'text']);
    // Browsers remember what was typed as text.
    expect([key.autocomplete, secret.autocomplete]).toEqual(['off', 'off']);
    await user.click(screen.getByLabelText('Show keys'));
    expect([key.type, secret.type]).toEqual(['password', 'password']);
  });

  it.each<[string, { key?: string; secret?: string }, string[]]>([
    ['nothing', {}, ['Please enter Key', 'Please enter Secret']],
    ['spaces', { key: '  ', secret: ' ' }, ['Please enter Key', 'Please enter Secret']],
    ['no secret', { key: 'abc' }, ['Please enter Secret']],
    ['no key', { secret: 'abc' }, ['Please enter Key']],
  ])('refuses %s at its fields, until they are mended', async (_, texts, messages) => {
    const { key, secret, save, type } = await open();
    await type(texts);
    await save();
    for (const message of messages) await screen.findByText(message);
    const fields = messages.map((message) => (message.endsWith('Key') ? key : secret));
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(
      messages.map(() => 'true'),
    );
    await waitFor(() => expect(document.activeElement).toBe(fields[0]));
    await type({ key: 'k', secret: 's' });
    for (const message of messages) {
      await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    }
    expect(client.connectIntegration).not.toHaveBeenCalled();
  });

  it('says that a field is empty when it is left', async () => {
    const { user, key } = await open();
    await user.type(key, 'a');
    await user.clear(key);
    await user.tab();
    await screen.findByText('Please enter Key');
  });

  it('connects, empties the fields and shows zeros for the keys', async () => {
    const { key, secret, save, type } = await open();
    let goOn = () => {};
    const going = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    client.connectIntegration.mockImplementationOnce(async () => {
      await going;
      integrations = [account];
      return { integrations, timeZone };
    });
    await type({ key: ' the-key ', secret: 'the-secret' });
    await save();
    await screen.findByRole('button', { name: 'Saving...' });
    const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(told).toContain('Saving...');
    expect(key.readOnly).toBe(true);
    goOn();
    await screen.findByText('Roast & Ritual');
    await screen.findByText('Connected Nov 20, 2026, 10:20 AM PST');
    expect(client.connectIntegration.mock.calls).toEqual([
      [{ body: { shipstation: { key: 'the-key', secret: 'the-secret' } } }],
    ]);
    await waitFor(() => expect([key.value, secret.value]).toEqual(['', '']));
    expect([key.placeholder, secret.placeholder]).toEqual([maskedKey, maskedKey]);
    expect(maskedKey).toMatch(/^0{32}$/);
    expect(toast.mock.calls).toEqual([['ShipStation connected']]);
  });

  it('shows an account that was connected where no answer came', async () => {
    client.connectIntegration.mockImplementationOnce(async () => {
      integrations = [account];
      throw new TypeError('Failed to fetch');
    });
    const { key, save, type } = await open();
    await type({ key: 'the-key', secret: 'the-secret' });
    await save();
    await screen.findByText('Something went wrong!');
    await screen.findByText('Roast & Ritual');
    expect(key.value).toBe('the-key');
  });

  it.each([
    [
      new ApiError(422, '', { message: 'No such keys', fieldErrors: { '': ['No such keys'] } }),
      'No such keys',
    ],
    [new ApiError(502, '', { message: 'ShipStation is down' }), 'ShipStation is down'],
    [new TypeError('Failed to fetch'), 'Something went wrong!'],
  ])('keeps what was typed after %s, and says so until it is solved', async (failure, text) => {
    client.connectIntegration.mockRejectedValueOnce(failure);
    const { key, secret, save, type } = await open();
    await type({ key: 'the-key', secret: 'the-secret' });
    await save();
    await screen.findByText(text);
    expect([key.value, secret.value]).toEqual(['the-key', 'the-secret']);
    await type({ key: '-2' });
    expect(screen.getByText(text)).toBeTruthy();
    await save();
    await screen.findByText('Roast & Ritual');
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    ['refused by the form', { 'shipstation.key': 'hush-key', 'shipstation.secret': ' ' }, 422],
    ['refused by the API', { 'shipstation.key': 'hush-key', 'shipstation.secret': 'hush' }, 502],
    ['saved', { 'shipstation.key': 'hush-key', 'shipstation.secret': 'hush' }, 200],
  ])('answers a submit that is %s without what was typed', async (_, typed, status) => {
    if (status === 502)
      client.connectIntegration.mockRejectedValueOnce(new ApiError(502, '', undefined));
    const body = new URLSearchParams({ intent: 'connect', ...typed });
    const request = asMerchant(
      new Request('https://app.example/integrations', { method: 'POST', body }),
    );
    const answer = await route.action({ request, params: {}, context: {} });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('hush');
  });
});

function Home() {
  return <p>Home</p>;
}

function WithBack() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <route.default />
    </>
  );
}

it('asks before Back loses what was typed', async () => {
  let loadHome = () => {};
  const { loader } = route;
  const { user } = showScreen(
    [
      {
        path: '/',
        Component: Home,
        loader: () => {
          loadHome();
          return null;
        },
      },
      { path: '/integrations', Component: WithBack, loader },
    ],
    { initialEntries: ['/', '/integrations'], initialIndex: 1 },
  );
  const key = await screen.findByLabelText<HTMLInputElement>('API key');
  await user.type(key, 'half a key');
  const back = async () => await user.click(screen.getByText('Back'));
  await back();
  await screen.findByText('The key and secret you typed will be lost.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(key.value).toBe('half a key');
  await back();
  const discard = await screen.findByRole('button', { name: 'Discard changes' });
  await waitFor(() => expect(discard.getAttribute('aria-disabled')).not.toBe('true'));
  expect(isDocumentKept()).toBe(true);
  // The next screen's script may be gone with an old version: the document is loaded again then.
  const isKeptAsHomeLoads = new Promise((resolve) => {
    loadHome = () => resolve(isDocumentKept());
  });
  await user.click(discard);
  expect(await isKeptAsHomeLoads).toBe(false);
  await screen.findByText('Home');
});

describe('a connected account', () => {
  beforeEach(() => {
    integrations = [account];
  });

  it('whose keys nothing reads any more asks for them again', async () => {
    integrations = [{ ...account, areKeysReadable: false }];
    const { key } = await open();
    expect(screen.getByText('Keys missing')).toBeTruthy();
    expect(screen.getByText(/^We can’t read your keys anymore/)).toBeTruthy();
    expect(screen.queryByText(/Keys last checked/)).toBeNull();
    expect(key.placeholder).toBe('');
  });

  async function askToDisconnect(opened?: Awaited<ReturnType<typeof open>>) {
    const { user } = opened ?? (await open());
    await user.click(screen.getByRole('button', { name: 'Disconnect ShipStation' }));
    await screen.findByText(/Order Sync stops sending orders/);
    const confirm = await screen.findByRole('button', { name: 'Disconnect' });
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'));
    return { user, confirm };
  }

  it('is disconnected once that is confirmed', async () => {
    const { user, confirm } = await askToDisconnect();
    expect(client.disconnectIntegration).not.toHaveBeenCalled();
    await user.click(confirm);
    await screen.findByText('Not connected');
    expect(client.disconnectIntegration.mock.calls).toEqual([[{ id: 'shipstation' }]]);
    expect(screen.queryByText('Roast & Ritual')).toBeNull();
    expect(toast.mock.calls).toEqual([['ShipStation disconnected']]);
  });

  it('takes with it what failed of other keys, and leaves what was typed', async () => {
    client.connectIntegration.mockRejectedValueOnce(
      new ApiError(422, '', { message: 'No such keys', fieldErrors: { '': ['No such keys'] } }),
    );
    const opened = await open();
    await opened.type({ key: 'the-key', secret: 'the-secret' });
    await opened.save();
    await screen.findByText('No such keys');
    const { user, confirm } = await askToDisconnect(opened);
    await user.click(confirm);
    await screen.findByText('Not connected');
    await waitFor(() => expect(screen.queryByText('No such keys')).toBeNull());
    expect(opened.key.value).toBe('the-key');
  });

  it('stays where that fails, and says so', async () => {
    client.disconnectIntegration.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { user, confirm } = await askToDisconnect();
    await user.click(confirm);
    await screen.findByText('Something went wrong!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Roast & Ritual');
    expect(screen.getByText('Connected')).toBeTruthy();
  });
});

describe('the scales card', () => {
  const kitchen: Scale = {
    id: '7d2f7c3e-58e1-4f58-9f0e-6c9d0b6f2a11',
    name: 'Kitchen',
    createdAt: '2026-11-20T18:20:00.000Z',
    usedAt: null,
  };

  it('makes a token that is shown once', async () => {
    client.createScale.mockImplementationOnce(async () => {
      scales = [kitchen];
      return { scale: kitchen, token: 'the-token' };
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add scale' }));
    await user.type(await screen.findByLabelText('Name'), ' Kitchen ');
    await user.click(screen.getByRole('button', { name: 'Make token' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Token')).value).toBe('the-token');
    expect(client.createScale.mock.calls).toEqual([[{ body: { name: 'Kitchen' } }]]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByText('Added Nov 20, 2026. Never used.');
    expect(document.body.textContent).not.toContain('the-token');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add scale'));
  });

  it('says at the field why a name isn’t taken', async () => {
    const fieldErrors = { name: [scaleTexts.taken] };
    client.createScale.mockRejectedValueOnce(
      new ApiError(422, '', { message: scaleTexts.taken, fieldErrors }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add scale' }));
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await user.click(screen.getByRole('button', { name: 'Make token' }));
    await screen.findByText(scaleTexts.name);
    await user.type(name, 'Kitchen');
    await user.click(screen.getByRole('button', { name: 'Make token' }));
    expect(await screen.findAllByText(scaleTexts.taken)).not.toEqual([]);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(name.value).toBe('Kitchen');
  });

  it.each([
    ['', undefined],
    [
      ', also one whose first answer was lost',
      new ApiError(404, 'Not Found', { message: scaleTexts.unknown }),
    ],
  ])('revokes a token once that is confirmed%s', async (_, refusal) => {
    scales = [kitchen];
    client.revokeScale.mockImplementationOnce(async () => {
      scales = [];
      if (refusal !== undefined) throw refusal;
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Revoke Kitchen' }));
    const confirm = await screen.findByRole('button', { name: 'Revoke' });
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'));
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
    await user.click(confirm);
    await waitFor(() => expect(toast.mock.calls).toEqual([['Scale revoked']]));
    expect(client.revokeScale.mock.calls).toEqual([[{ id: kitchen.id }]]);
    expect(screen.queryByText('Kitchen')).toBeNull();
  });

  it('says that nobody is told without a mail server', async () => {
    hasMailServer = false;
    await open();
    screen.getByText(
      'Customers are charged 12 hours after the scale orders. They aren’t told before, and can’t put the order off, as Cadence has no mail server.',
    );
    expect(screen.queryByText(/^Customers are told/)).toBeNull();
    expect(screen.queryByText('Preview')).toBeNull();
  });

  it('previews what customers are told, beside keys that are being typed', async () => {
    const { user, key, type } = await open();
    await type({ key: 'the-key' });
    await user.click(screen.getByRole('button', { name: 'Preview the email' }));
    await screen.findByRole('dialog', { name: 'Preview: Order by use' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(key.value).toBe('the-key');
  });

  it('sets how long before the charge customers are told', async () => {
    client.updateScales.mockImplementationOnce(async () => {
      noticeHours = 24;
      return { scales, noticeHours };
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Change the hours' }));
    const hours = await screen.findByLabelText<HTMLInputElement>('Hours');
    expect(hours.value).toBe('12');
    await user.clear(hours);
    await user.type(hours, '99');
    const [save] = screen.getAllByRole('button', { name: 'Save' }).slice(-1);
    if (save === undefined) throw new Error('There is no Save.');
    await user.click(save);
    await screen.findByText(scaleTexts.hours);
    await user.clear(hours);
    await user.type(hours, '24');
    await user.click(save);
    await screen.findByText(/^Customers are told 24 hours before/);
    expect(client.updateScales.mock.calls).toEqual([[{ body: { noticeHours: 24 } }]]);
  });
});
