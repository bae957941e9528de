import { expect, it, vi } from 'vitest';
import { type List, ListedOrders } from './listed-orders.ts';

type Order = { orderKey: string; orderStatus: string; day: string; modifyDate: string };
const days = (orderDateStart: string, orderDateEnd: string) => ({ orderDateStart, orderDateEnd });
const week = days('2026-11-01', '2026-11-08');

/** An account that lists its orders like ShipStation, and records its requests. */
function createAccount(orders: Order[], pageSize = 2) {
  const asked: string[] = [];
  const list: List = async (query, page) => {
    asked.push(`${Object.values(query).join(' ')} ${page}`);
    const size = query.pageSize === '1' ? 1 : pageSize;
    const { orderDateStart = '', orderDateEnd = '9' } = query;
    const found = orders.filter(({ day }) => day >= orderDateStart && day <= orderDateEnd);
    if (query.sortBy === 'ModifyDate') {
      found.sort((left, right) => right.modifyDate.localeCompare(left.modifyDate));
    }
    return {
      orders: found.slice((page - 1) * size, page * size),
      pages: Math.ceil(found.length / size),
    };
  };
  return { asked, list };
}

const order = (orderKey: string, day: string, modifyDate: string, orderStatus = 'on_hold') => ({
  orderKey,
  day,
  modifyDate,
  orderStatus,
});
const threeOrders = () => [
  order('a', '2026-11-02', '2026-11-20T01'),
  order('b', '2026-11-03', '2026-11-20T02'),
  order('c', '2026-11-12', '2026-11-20T03'),
];

it('reads days once, and then one call of changes, whoever made them', async () => {
  const orders = threeOrders();
  const { asked, list } = createAccount(orders);
  const listed = new ListedOrders();
  expect([...((await listed.ofDays('one', week, list)) ?? []).keys()]).toEqual(['a', 'b']);
  expect(asked).toEqual(['ModifyDate DESC 1 1', '2026-11-01 2026-11-08 1']);

  asked.length = 0;
  orders[0] = order('a', '2026-11-02', '2026-11-20T04', 'shipped');
  orders.push(order('d', '2026-11-04', '2026-11-20T03'));
  const after = await listed.ofDays('one', days('2026-11-02', '2026-11-05'), list);
  expect(after?.get('a')).toMatchObject({ orderStatus: 'shipped' });
  expect(after?.has('d')).toBe(true);
  expect(asked).toEqual(['ModifyDate DESC 100 1', 'ModifyDate DESC 100 2']);
});

it('adds the days that it lacks', async () => {
  const { asked, list } = createAccount(threeOrders());
  const listed = new ListedOrders();
  await listed.ofDays('one', week, list);
  asked.length = 0;
  const later = await listed.ofDays('one', days('2026-11-06', '2026-11-14'), list);
  expect(later?.has('c')).toBe(true);
  expect(asked.slice(1)).toEqual(['2026-11-08 2026-11-14 1']);
  await listed.ofDays('one', days('2026-10-30', '2026-11-14'), list);
  expect(asked.at(-1)).toBe('2026-10-30 2026-11-01 1');
});

it.each<[string, (orders: Order[]) => void]>([
  ['orders were deleted', (orders) => orders.splice(0, 3)],
  [
    'more has changed than it reads',
    (orders) => {
      for (let n = 0; n < 9; n += 1) orders.push(order(`n${n}`, '2026-11-20', `2026-11-21T0${n}`));
    },
  ],
])('reads anew where %s', async (_, happen) => {
  const orders = threeOrders();
  const { asked, list } = createAccount(orders);
  const listed = new ListedOrders();
  await listed.ofDays('one', week, list);
  happen(orders);
  asked.length = 0;
  const found = await listed.ofDays('one', week, list);
  expect(asked).toContain('2026-11-01 2026-11-08 1');
  const ofWeek = orders.filter(({ day }) => day < '2026-11-08').map(({ orderKey }) => orderKey);
  expect([...(found?.keys() ?? [])]).toEqual(ofWeek);
});

it('reads anew for another account, and for days far from those', async () => {
  const { asked, list } = createAccount(threeOrders());
  const listed = new ListedOrders();
  await listed.ofDays('one', week, list);
  await listed.ofDays('two', week, list);
  await listed.ofDays('one', days('2026-12-01', '2026-12-03'), list);
  expect(asked.filter((each) => each === 'ModifyDate DESC 1 1')).toHaveLength(3);
});

it('forgets the accounts whose runs are over', async () => {
  const { list } = createAccount(threeOrders());
  const listed = new ListedOrders();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1);
  try {
    await listed.ofDays('one', week, list);
    clock.mockReturnValue(60_000);
    await listed.ofDays('two', week, list);
    expect(listed.size).toBe(2);
    clock.mockReturnValue(120_002);
    await listed.ofDays('three', week, list);
    expect(listed.size).toBe(2);
  } finally {
    clock.mockRestore();
  }
});

it('gives up where there are too many orders', async () => {
  const orders = Array.from({ length: 25 }, (_, n) => order(`n${n}`, '2026-11-02', '2026-11-20'));
  const { list } = createAccount(orders);
  expect(await new ListedOrders().ofDays('one', week, list)).toBeNull();
});
