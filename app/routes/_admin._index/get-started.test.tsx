import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, UpdateRequiredError } from '../../subscription-api/errors.ts';
import { asMerchant } from '../../testing/as-merchant.ts';
import { exampleGroup } from '../../testing/example-group.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  getVendor: vi.fn(),
  getProposedVendor: vi.fn(),
  createProposedVendor: vi.fn(),
  createSellingPlanGroup: vi.fn(),
  installWidget: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
// The test has no admin around the frame for the bridge to talk to.
const redirected = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

const proposed = {
  name: '',
  email: '',
  notes: '',
  stepsCompleted: 0,
  isOnboardingDismissed: false,
};

const group = { ...exampleGroup, name: 'Cadence Simple Subscription' };

/** The state of the server, and whether the browser reaches it and the admin. */
const server = { isReachable: true, isAdminReachable: true, stepsCompleted: 0 };

async function reach<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
  if (!server.isReachable) throw new TypeError('Failed to fetch');
  return answer();
}

beforeAll(prepareScreenTests);

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(server, { isReachable: true, isAdminReachable: true, stepsCompleted: 0 });
  client.getVendor.mockResolvedValue(null);
  client.getProposedVendor.mockImplementation(async () => ({
    ...proposed,
    stepsCompleted: server.stepsCompleted,
  }));
  client.createProposedVendor.mockReset().mockImplementation(async ({ body }) => {
    server.stepsCompleted = 1;
    return { ...proposed, ...body, stepsCompleted: 1 };
  });
  client.createSellingPlanGroup.mockReset().mockImplementation(async () => {
    server.stepsCompleted = 2;
    return group;
  });
});

let address = '';
function Index() {
  const { pathname, hash } = useLocation();
  address = `${pathname}${hash}`;
  return <route.default />;
}

const SellingPlans = () => <h1>Selling Plans</h1>;

async function open(hash = '') {
  const reached = {
    ...route,
    default: Index,
    // The way Remix calls loaders and actions in the browser.
    loader: ({ request, params, context }: LoaderFunctionArgs) =>
      route.clientLoader({
        request,
        params,
        context: undefined,
        serverLoader: async () => {
          const response = await reach(() => route.loader({ request, params, context }));
          return JSON.parse(await response.text());
        },
      }),
    action: (args: ActionFunctionArgs) => reach(() => route.action(args)),
  };
  const { user, dispatched } = showRoute('/', reached, `/${hash}`, {
    isAdminReachable: () => server.isAdminReachable,
    beside: [{ path: '/fixed-subscription', Component: SellingPlans }],
  });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('heading', { name: 'Get started' });
  return { user, press, dispatched };
}

async function writeApplication({ user, press }: Awaited<ReturnType<typeof open>>) {
  await press('Apply');
  const name = await screen.findByLabelText<HTMLInputElement>('Full name');
  await user.type(name, 'Sasha Lindgren');
  await user.type(screen.getByLabelText('Email'), 'sasha@roast.example');
  return name;
}

describe('the application', () => {
  it('says why it asks', async () => {
    const { press } = await open();
    await press('Apply');
    await screen.findByText(/^Your name and email tell us who runs this store/);
  });

  it('stays as it was typed while the app cannot be reached, and is sent once it can', async () => {
    const opened = await open();
    const name = await writeApplication(opened);
    server.isReachable = false;
    await opened.press('Submit');
    await screen.findByText('Something went wrong!');
    expect(name.isConnected).toBe(true);
    expect(name.value).toBe('Sasha Lindgren');
    server.isReachable = true;
    await opened.press('Submit');
    await screen.findByText('1 of 4 steps completed');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(address).toBe('/'));
  });

  it('goes to where a missing permission is granted', async () => {
    client.createProposedVendor.mockRejectedValueOnce(new UpdateRequiredError('https://grant'));
    const opened = await open();
    await writeApplication(opened);
    await opened.press('Submit');
    await waitFor(() => expect(redirected).toHaveBeenCalledWith('https://grant'));
  });
});

it('stays with what failed where it can be neither dismissed nor loaded, and goes at the next try', async () => {
  const { user } = await open();
  const dismiss = async () => {
    // Polaris renders a page's actions twice, to measure them.
    const [button] = await screen.findAllByRole('button', { name: 'Dismiss' });
    if (button) await user.click(button);
  };
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  client.getVendor.mockRejectedValueOnce(new ApiError(502, '', undefined));
  await dismiss();
  await screen.findByText(/^Oops, something went wrong/);
  await waitFor(() => expect(client.getVendor).toHaveBeenCalledTimes(2));
  screen.getByRole('heading', { name: 'Get started' });
  vi.stubGlobal('fetch', async () => Response.json({ ...proposed, isOnboardingDismissed: true }));
  client.getProposedVendor.mockResolvedValueOnce({ ...proposed, isOnboardingDismissed: true });
  await dismiss();
  await screen.findByRole('heading', { name: 'Cadence' });
  vi.unstubAllGlobals();
});

describe('the simple plan', () => {
  beforeEach(() => {
    server.stepsCompleted = 1;
  });

  it('is made as the specification has it, and stays told of', async () => {
    server.stepsCompleted = 1;
    const { user, press } = await open();
    screen.getByText('The simple plan delivers 1 product every week. You can change it later.');
    await press('Create simple plan');
    await screen.findByText('2 of 4 steps completed');
    const success = screen.getByRole('heading', { name: 'Success' });
    await waitFor(() => expect(document.activeElement?.contains(success)).toBe(true));
    expect(client.createSellingPlanGroup.mock.calls[0]?.[0]).toMatchObject({
      body: {
        name: 'Cadence Simple Subscription',
        recurringPolicies: [{ interval: 'WEEK', intervalCount: 1 }],
      },
      // Every tab sends the same key, so two tabs make one plan.
      idempotencyKey: 'get-started-simple-plan',
    });
    await user.click(screen.getByRole('button', { name: 'Dismiss notification' }));
    expect(screen.queryByRole('heading', { name: 'Success' })).toBeNull();
    screen.getByText('2 of 4 steps completed');
  });

  it('counts here at once, while the server says one step still', async () => {
    server.stepsCompleted = 1;
    client.createSellingPlanGroup.mockResolvedValueOnce(group);
    const { press } = await open();
    await press('Create simple plan');
    await screen.findByText('2 of 4 steps completed');
    await press('Dismiss notification');
    expect(screen.queryByRole('heading', { name: 'Success' })).toBeNull();
    screen.getByText('2 of 4 steps completed');
    expect(screen.getAllByText('Completed')).toHaveLength(2);
    expect(screen.getAllByText(/^Please complete previous steps/)).toHaveLength(1);
  });

  it.each([
    ['nothing, since it cannot be reached', new TypeError(), 'Something went wrong'],
    ['why', new ApiError(422, '', { message: 'No more groups' }), 'No more groups'],
  ])('fails in a banner where the server says %s', async (_, error, text) => {
    client.createSellingPlanGroup.mockRejectedValueOnce(error);
    const { press } = await open();
    await press('Create simple plan');
    await screen.findByText(text);
    await press('Create simple plan');
    await screen.findByText('2 of 4 steps completed');
    const [first, second] = client.createSellingPlanGroup.mock.calls;
    expect(first?.[0].idempotencyKey).toBe(second?.[0].idempotencyKey);
  });

  it('goes to where a missing permission is granted', async () => {
    client.createSellingPlanGroup.mockRejectedValueOnce(new UpdateRequiredError('https://grant'));
    const { press } = await open();
    await press('Create simple plan');
    await waitFor(() => expect(redirected).toHaveBeenCalledWith('https://grant'));
  });
});

describe('the widget', () => {
  const editorPath = '/themes/current/editor?template=product';
  const byHand = { isWidgetOn: false, takesBlocks: true, editorPath };
  const toEditor = 'APP::NAVIGATION::REDIRECT::ADMIN::PATH';
  const opened = (dispatched: string[]) => dispatched.filter((type) => type === toEditor).length;
  const added = () => {
    server.stepsCompleted = 4;
  };
  beforeEach(() => {
    server.stepsCompleted = 3;
    client.installWidget.mockReset();
  });

  it('is there already on some themes, and then the step is done', async () => {
    client.installWidget.mockResolvedValueOnce({ ...byHand, isWidgetOn: true });
    const { press, dispatched } = await open();
    await press('Install Widget');
    await screen.findByText('4 of 4 steps completed');
    expect(opened(dispatched)).toBe(0);
  });

  it('is saved in the theme editor, which opens by itself and can be opened again', async () => {
    client.installWidget.mockResolvedValueOnce(byHand);
    const { press, dispatched } = await open();
    server.isAdminReachable = false;
    await press('Install Widget');
    await screen.findByText('Save the widget in your theme editor');
    await screen.findByText(/^We couldn’t open this page of your admin\./);
    expect(screen.queryByText(/^Failed to update theme/)).toBeNull();
    server.isAdminReachable = true;
    await press('Open theme editor');
    await waitFor(() => expect(opened(dispatched)).toBe(1));
    client.installWidget.mockResolvedValueOnce(byHand);
    await press('Install Widget');
    await waitFor(() => expect(opened(dispatched)).toBe(2));
  });

  it('is noticed when the merchant comes back to the tab', async () => {
    await open();
    added();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByRole('heading', { name: 'Selling Plans' });
  });

  it('is noticed where the app stays in sight beside the theme editor', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    client.installWidget.mockResolvedValueOnce(byHand);
    const { press } = await open();
    await press('Install Widget');
    await screen.findByText('Save the widget in your theme editor');
    const asked = client.getProposedVendor.mock.calls.length;
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    // After 10, 30 and 70 seconds, then each minute, so that a forgotten tab asks rarely.
    const more = client.getProposedVendor.mock.calls.length - asked;
    expect([more > 2, more < 14]).toEqual([true, true]);
    added();
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    await screen.findByRole('heading', { name: 'Selling Plans' });
  });

  it('stays to be installed where the server fails', async () => {
    const message = 'Failed to update theme, please try again or update it manually!';
    client.installWidget.mockRejectedValueOnce(new ApiError(502, '', { message }));
    const { press } = await open();
    await press('Install Widget');
    await screen.findByText(message);
    screen.getByText('3 of 4 steps completed');
    expect(screen.getAllByText('Completed')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Open theme editor' })).toBeNull();
  });
});

it.each([
  ['#apply', 0, 1],
  ['#apply', 1, 0],
  ['#plan', 0, 0],
  ['#plan', 1, 1],
])('at %s with %i steps done opens %i dialogs', async (hash, stepsCompleted, dialogs) => {
  server.stepsCompleted = stepsCompleted;
  await open(hash);
  // A dialog that is going to open would have loaded within this time.
  const opened = await screen.findByRole('dialog', {}, { timeout: 2_000 }).catch(() => null);
  expect(opened === null ? 0 : 1).toBe(dialogs);
});

it.each([
  ['another intent', { intent: 'simple', name: 'Weekly' }],
  ['no intent', { name: 'Weekly' }],
])('refuses a form with %s', async (_, fields) => {
  const body = new URLSearchParams(fields);
  const request = asMerchant(new Request('https://app.example/?index', { method: 'POST', body }));
  const answer = await route.action({ request, params: {}, context: {} });
  expect(answer.status).toBe(400);
  expect(client.createSellingPlanGroup).not.toHaveBeenCalled();
  expect(client.createProposedVendor).not.toHaveBeenCalled();
});
