import { beforeEach, expect, it, vi } from 'vitest';
import { asMerchant } from '../testing/as-merchant.ts';
import * as route from './_admin.customers.of.$kind.tsx';

const client = vi.hoisted(() => ({ listSubscriptionContracts: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeEach(() => void vi.resetAllMocks());

it.each([
  ['order?id=55', { order: '55', first: 2 }, [{ id: '7' }], '/customers/7'],
  [
    'customer?id=gid://shopify/Customer/9',
    { customer: '9', first: 2 },
    [{ id: '7' }, { id: '8' }],
    '/customers?customer=9',
  ],
  ['order?id=55', { order: '55', first: 2 }, [], '/customers?order=55'],
  ['order?id=nothing', undefined, [], '/customers'],
  ['parcel?id=1', undefined, [], '/customers'],
])(
  'an order or a customer of the store leads to their subscription, or to the list: %s',
  async (path, query, found, to) => {
    client.listSubscriptionContracts.mockResolvedValue({ contracts: found });
    const [kind = ''] = path.split('?');
    const request = asMerchant(new Request(`http://localhost/customers/of/${path}`));
    const answer = await route.loader({ request, params: { kind }, context: {} });
    expect(answer.headers.get('Location')).toBe(to);
    expect(client.listSubscriptionContracts.mock.lastCall?.[0].query).toEqual(query);
  },
);
