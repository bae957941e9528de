import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { answerCall, type Environment, type OwnFault } from '../server/inject-fault.ts';
import type { Platform } from '../server/platform.ts';
import { type Account, accountOf } from './accounts.ts';
import { type KeptOrder, orderStatuses, shownOrder } from './orders.ts';
import { refused } from './ship-station.ts';

const mostOrders = 100;

/** Days and times are compared as texts. */
const day = z.iso.datetime().or(z.iso.date()).optional();

const listQuery = z.object({
  orderNumber: z.string().optional(),
  orderStatus: z.enum(orderStatuses).optional(),
  orderDateStart: day,
  orderDateEnd: day,
  sortBy: z.enum(['ModifyDate', 'CreateDate']).default('CreateDate'),
  sortDir: z.enum(['ASC', 'DESC']).default('DESC'),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(100),
});

const latestFirst = (left: string, right: string) => (left < right ? 1 : left > right ? -1 : 0);
const sortings = {
  ModifyDate: (left: KeptOrder, right: KeptOrder) => latestFirst(left.modifyDate, right.modifyDate),
  CreateDate: (left: KeptOrder, right: KeptOrder) => latestFirst(left.createDate, right.createDate),
};

type Refusals = Pick<Extract<OwnFault, { kind: 'userErrors' }>, 'userErrors' | 'everyNth'>;

type Answer = (account: Account, context: Context<Environment>) => Response | Promise<Response>;

/** ShipStation's answer to an invalid request. */
function invalid(field: string, message: string): Response {
  return Response.json(
    { Message: 'The request is invalid.', ModelState: { [field]: [message] } },
    { status: 400 },
  );
}

function tooMany(headers: Record<string, string>): Response {
  return Response.json({ message: 'Too Many Requests' }, { status: 429, headers });
}

function answerOwnFault(fault: OwnFault): Response {
  if (fault.kind === 'throttled') {
    return tooMany({
      'X-Rate-Limit-Limit': '40',
      'X-Rate-Limit-Remaining': '0',
      'X-Rate-Limit-Reset': '45',
    });
  }
  const [first] = fault.kind === 'errors' ? fault.errors : fault.userErrors;
  return Response.json(
    { Message: 'An error has occurred.', ExceptionMessage: first?.message },
    { status: 500 },
  );
}

/** ShipStation's API, version 1; `https://ssapi.shipstation.com/path` is `/shipstation/path` here. */
export function shipStationRoutes(platform: Platform): Hono<Environment> {
  const { shipStation, clock, machineClock } = platform;
  const routes = new Hono<Environment>();

  /** Authenticates and counts a request. */
  const admitted = async (context: Context<Environment>, answer: Answer): Promise<Response> => {
    const account = accountOf(context.req.header('Authorization'));
    if (account === null) {
      const refusal = { Message: 'Authorization has been denied for this request.' };
      return Response.json(refusal, { status: 401 });
    }
    const { isOver, headers } = shipStation.rateLimit.count(account.key, machineClock.now());
    if (isOver) return tooMany(headers);
    const response = await answer(account, context);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };

  /** The store of the request's account; '' for unknown keys. */
  const shopOf = (context: Context<Environment>): string => {
    const account = accountOf(context.req.header('Authorization'));
    return platform.stores.find(({ shop }) => shop.name === account?.name)?.domain ?? '';
  };

  const answers = (
    method: 'GET' | 'POST',
    path: string,
    answer: Answer,
    failWith: (
      fault: OwnFault,
      context: Context<Environment>,
    ) => Response | Promise<Response> = answerOwnFault,
  ): void => {
    routes.on(method, path, (context) => {
      const call = {
        shop: shopOf(context),
        names: ['shipstation', `shipstation${path}`],
        byNameOnly: true,
        answerOwnFault: (fault: OwnFault) => failWith(fault, context),
      };
      return answerCall(platform, call, context, () => admitted(context, answer));
    });
  };

  answers('GET', '/accounts/listtags', () =>
    Response.json([{ tagId: 1, name: 'Subscription', color: '#0632c2' }]),
  );

  answers('GET', '/stores', ({ id, name }) =>
    Response.json([
      {
        storeId: id,
        storeName: `${name} manual orders`,
        marketplaceId: 0,
        marketplaceName: 'ShipStation',
        accountName: null,
        active: true,
        companyName: name,
      },
    ]),
  );

  answers('GET', '/orders', (account, context) => {
    const query = listQuery.safeParse(context.req.query());
    if (!query.success) {
      const [issue] = query.error.issues;
      return invalid(issue?.path.join('.') ?? '', issue?.message ?? 'invalid');
    }
    const {
      orderNumber,
      orderStatus,
      orderDateStart,
      orderDateEnd,
      page,
      pageSize,
      sortBy,
      sortDir,
    } = query.data;
    const found = shipStation
      .ordersOf(account)
      // ShipStation finds every number that begins with the query.
      .filter((order) => orderNumber === undefined || order.orderNumber.startsWith(orderNumber))
      .filter((order) => orderStatus === undefined || order.orderStatus === orderStatus)
      .filter(({ orderDate }) => orderDateStart === undefined || orderDate >= orderDateStart)
      .filter(({ orderDate }) => orderDateEnd === undefined || orderDate <= orderDateEnd)
      .sort(sortings[sortBy]);
    if (sortDir === 'ASC') found.reverse();
    return Response.json({
      orders: found.slice((page - 1) * pageSize, page * pageSize).map(shownOrder),
      total: found.length,
      page,
      pages: Math.ceil(found.length / pageSize),
    });
  });

  /** Accepts orders, except those that a fault refuses: by their number, unless spared by `everyNth`, or all. */
  const createOrders =
    ({ userErrors, everyNth }: Refusals = { userErrors: [] }): Answer =>
    async (account, context) => {
      const orders = z.array(z.unknown()).safeParse(await context.req.json().catch(() => null));
      if (!orders.success) return invalid('apiOrders', 'An array of orders is required.');
      if (orders.data.length > mostOrders) {
        return invalid('apiOrders', `At most ${mostOrders} orders can be sent at once.`);
      }
      const now = clock.now();
      const results = orders.data.map((order) => {
        const number = z.object({ orderNumber: z.string() }).safeParse(order).data?.orderNumber;
        const isSpared =
          everyNth !== undefined && Number(number?.replace(/\D/g, '')) % everyNth !== 0;
        const refusal = userErrors.find(
          ({ field }) =>
            !isSpared && (field === null || (number !== undefined && field.includes(number))),
        );
        return refusal === undefined
          ? shipStation.receive(account, order, now)
          : refused(order, refusal.message);
      });
      return Response.json({ hasErrors: results.some(({ success }) => !success), results });
    };
  answers('POST', '/orders/createorders', createOrders(), (fault, context) =>
    fault.kind === 'userErrors' ? admitted(context, createOrders(fault)) : answerOwnFault(fault),
  );

  routes.notFound((context) =>
    context.json({ Message: 'No HTTP resource was found that matches the request.' }, 404),
  );
  return routes;
}
