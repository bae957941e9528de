import { type Page, request } from '@playwright/test';
import { z } from 'zod';
import { apiPrefix } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { Admin } from '../e2e/admin.ts';
import { Control, stores } from '../e2e/control.ts';
import { plainUserAgent } from '../e2e/launch-arguments.ts';
import { RotationScreen } from '../e2e/rotation-screen.ts';
import { startTestStack } from '../e2e/stack.ts';
import { ensureBuilt } from '../scripts/setup/build.ts';
import { launchInOneProcess } from './one-process-browser.ts';
import { report } from './table.ts';

// What the browser's main thread works for each frame while one of 200 products of a rotation is dragged from the first place
// through the list, in its own processor time: other work on the machine does not count.
//   npm run bench:drag

const selected = 200;
/** At 60 frames a second. */
const frame = 1_000 / 60;

const productsSchema = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) }),
});
const metricsSchema = z.object({
  metrics: z.array(z.object({ name: z.string(), value: z.number() })),
});

type Listing = z.infer<typeof productsSchema>['products']['nodes'];

async function saveRotation(url: string, token: string, products: Listing): Promise<string> {
  const [owner, ...others] = products.map(({ id }) => originalIdOf(id));
  const answer = await fetch(`${url}${apiPrefix}/products/shopify/${owner}/rotation`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ products: others.slice(0, selected) }),
  });
  if (!answer.ok) throw new Error(`The rotation was not saved: ${await answer.text()}`);
  return owner ?? '';
}

/** Processor time of the page's main thread so far, in ms. */
async function mainThreadTime(page: Page): Promise<() => Promise<number>> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = metricsSchema.parse(await devices.send('Performance.getMetrics'));
    const task = metrics.find(({ name }) => name === 'TaskDuration');
    return 1_000 * (task?.value ?? Number.NaN);
  };
}

/** How many frames the page has drawn by now, with the next one. */
async function framesUpToNow(page: Page): Promise<number> {
  return page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(framesDrawn))),
  );
}

declare global {
  var framesDrawn: number;
}

function countFrames(): void {
  globalThis.framesDrawn = 0;
  const next = () => {
    framesDrawn += 1;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

await ensureBuilt();
const stack = await startTestStack('standalone');
const browser = await launchInOneProcess();
const client = await request.newContext({ ignoreHTTPSErrors: true });
try {
  const control = new Control(stack, client);
  await control.grow(stores.established, { products: selected + 100 });
  const { products } = await control.graphql(
    stores.established,
    productsSchema,
    '{ products(first: 250, query: "status:active AND -tag:rotating") { nodes { id title } } }',
  );
  const token = await control.sessionToken(stores.established);
  const owner = await saveRotation(stack.apiProxy?.url ?? '', token, products.nodes);
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    userAgent: plainUserAgent,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  const screen = new RotationScreen(new Admin(page, stack));
  await screen.open(owner);
  const [, first] = products.nodes;
  const handle = screen.handleOf(first?.title ?? '').first();
  await handle.scrollIntoViewIfNeeded();
  await handle.hover();
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The first product is not on show.');
  await page.evaluate(countFrames);
  const workedUpToNow = await mainThreadTime(page);
  const frames: number[] = [];
  await page.mouse.down();
  const lifting = await workedUpToNow();
  await page.mouse.move(box.x + 10, box.y + 20);
  await screen.said.filter({ hasText: 'You have' }).waitFor({ state: 'attached' });
  const lifted = (await workedUpToNow()) - lifting;
  for (let y = box.y; y < 800; y += 6) {
    const [before, drawn] = [await workedUpToNow(), await framesUpToNow(page)];
    await page.mouse.move(box.x + 10, y);
    const count = (await framesUpToNow(page)) - drawn;
    frames.push(((await workedUpToNow()) - before) / count);
  }
  const beforeDrop = await workedUpToNow();
  await page.mouse.up();
  await screen.said.filter({ hasText: 'You have dropped' }).waitFor({ state: 'attached' });
  const dropped = (await workedUpToNow()) - beforeDrop;
  report(`One of ${selected} products dragged through ${frames.length} frames`, [
    { name: 'lifting it', measured: lifted, unit: 'ms' },
    {
      name: 'a frame, in the middle',
      measured: atShare(frames, 0.5),
      unit: 'ms',
      goal: { atMost: frame },
    },
    {
      name: 'a frame, 95 of 100',
      measured: atShare(frames, 0.95),
      unit: 'ms',
      goal: { atMost: frame },
    },
    { name: 'the slowest frame', measured: atShare(frames, 1), unit: 'ms' },
    { name: 'dropping it', measured: dropped, unit: 'ms' },
  ]);
} finally {
  await client.dispose();
  await browser.close();
  await stack.discard();
}
