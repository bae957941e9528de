import { parseArgs } from 'node:util';
import {
  type Browser,
  chromium,
  expect,
  type Frame,
  type Locator,
  type Page,
  request,
} from '@playwright/test';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { Admin } from '../e2e/admin.ts';
import { Control, stores } from '../e2e/control.ts';
import { GroupForm } from '../e2e/group-form.ts';
import { launchArguments, plainUserAgent } from '../e2e/launch-arguments.ts';
import { Picker } from '../e2e/picker.ts';
import { startTestStack } from '../e2e/stack.ts';
import { findChromium } from '../scripts/browser/chromium.ts';
import { ensureBuilt } from '../scripts/setup/build.ts';
import { medianOf } from './median.ts';
import { layoutShiftOf, observePage, readObserved, slowestSince } from './page-observer.ts';
import { type Goal, report } from './table.ts';

// What a merchant feels: when a screen's largest text or picture appears (LCP), how long the browser takes to answer a key or a press
// (INP), and how much the page moves (CLS). Medians of visits with a cold cache, in Chromium and the local admin. "Slow" means a CPU 4
// times slower, 1.6 Mbit/s down and 150 ms per round trip.
//   npm run bench:vitals -- [--runs 5] [--speed slow|full] [--screen list|detail|home]

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    speed: { type: 'string' },
    screen: { type: 'string' },
  },
});

const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
/** A visit counts as loaded after this long without a request, in ms. */
const quiet = { full: 500, slow: 1_500 };

type Speed = keyof typeof quiet;
type Visit = {
  page: Page;
  admin: Admin;
  /** Does something and measures its slowest interaction. */
  interact: (name: string, work: () => Promise<void>) => Promise<void>;
};
type Screen = {
  name: string;
  path: string;
  widths: number[];
  use?: (visit: Visit) => Promise<void>;
};

const goals: Record<string, Goal> = {
  'full: LCP of the list': { atMost: 200 },
  'full: LCP of the detail': { atMost: 250 },
  'slow: LCP of the list': { atMost: 1_000 },
  'slow: LCP of the detail': { atMost: 1_200 },
  'slow: LCP of the home': { atMost: 900 },
  'slow: INP, open Add': { atMost: 150 },
  'slow: INP, type a name': { atMost: 100 },
  'slow: INP, type a discount': { atMost: 100 },
  'slow: INP, add an option': { atMost: 150 },
  'slow: INP, open the picker': { atMost: 150 },
};
/** The same for every screen, width and speed. */
const shiftGoal: Goal = { atMost: 0.01 };

/** Hovers a moment before the press, as a merchant does, so that nothing else runs in the page at the press. */
async function press(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.hover();
  await page.waitForTimeout(300);
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

async function useList({ page, admin, interact }: Visit): Promise<void> {
  const form = new GroupForm(admin);
  const add = admin.app.getByRole('button', { name: 'Add', exact: true });
  await interact('open Add', await press(page, add));
  await form.dialog.getByText('Every order costs').waitFor();
  await form.name.focus();
  await interact('type a name', () => page.keyboard.type('Coffee weekly', { delay: 120 }));
  await expect(form.name).toHaveValue('Coffee weekly');
  await form.firstOrderDiscount.focus();
  await interact('type a discount', () => page.keyboard.type('20', { delay: 120 }));
  await interact('add an option', await press(page, form.addOption));
  await form.option(2).every.waitFor();
}

async function useDetail({ page, admin, interact }: Visit): Promise<void> {
  const add = admin.app.getByRole('button', { name: 'Add Variants' }).first();
  await interact('open the picker', await press(page, add));
  await new Picker(page).products.getByRole('listitem').first().waitFor();
}

/** Waits until the page has made no request for that many milliseconds. */
async function waitForQuiet(page: Page, milliseconds: number): Promise<void> {
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  page.on('request', note).on('requestfinished', note);
  while (performance.now() - last < milliseconds) await page.waitForTimeout(50);
  page.off('request', note).off('requestfinished', note);
}

async function appFrame(page: Page, appUrl: string): Promise<Frame> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const frame = page.frames().find((each) => each.url().startsWith(appUrl));
    // Once the app runs, its address no longer has the token of the document request.
    if (frame && !frame.url().includes('id_token=')) return frame;
    await page.waitForTimeout(50);
  }
  throw new Error('The app does not run.');
}

type Stack = Awaited<ReturnType<typeof startTestStack>>;
type Measure = (name: string, value: number, words: string) => void;

async function visit(
  browser: Browser,
  stack: Stack,
  speed: Speed,
  screen: Screen,
  width: number,
  measure: Measure,
): Promise<void> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    userAgent: plainUserAgent,
    viewport: { width, height: 900 },
  });
  try {
    const page = await context.newPage();
    const admin = new Admin(page, stack);
    await context.addInitScript(observePage, stack.appUrl);
    await admin.openPage('/');
    await waitForQuiet(page, quiet.full);
    if (speed === 'slow') {
      const devices = await context.newCDPSession(page);
      await devices.send('Network.enable');
      await devices.send('Network.emulateNetworkConditions', slowNetwork);
      await devices.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    // Navigates like a link in the admin, which has loaded before.
    await page.evaluate((address) => {
      history.pushState({ position: 1 }, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, admin.addressOf(screen.path));
    const frame = await appFrame(page, stack.appUrl);
    await waitForQuiet(page, quiet[speed]);

    const { largestPaint } = await readObserved(frame);
    measure(
      `LCP of the ${screen.name}`,
      largestPaint?.at ?? Number.NaN,
      largestPaint?.element ?? 'nothing painted',
    );
    await screen.use?.({
      page,
      admin,
      interact: async (name, work) => {
        const { now } = await readObserved(frame);
        await work();
        await page.waitForTimeout(quiet[speed]);
        const slowest = slowestSince((await readObserved(frame)).interactions, now);
        measure(`INP, ${name}`, slowest?.duration ?? 0, slowest?.words ?? 'below 16 ms');
      },
    });
    const observed = await readObserved(frame);
    // The browser also counts shifts from before the style sheet arrived, when nothing was visible yet.
    const shifts = observed.shifts.filter(({ at }) => at >= observed.firstPaintAt);
    measure(
      `CLS of the ${screen.name}, ${width} px`,
      layoutShiftOf(shifts),
      shifts
        .filter(({ afterInput }) => !afterInput)
        .map(({ value, moved }) => `${value.toFixed(3)} ${moved}`)
        .join('; '),
    );
  } finally {
    await context.close();
  }
}

const groupsSchema = z.object({
  sellingPlanGroups: z.object({
    nodes: z.array(
      z.object({ id: z.string(), productVariantsCount: z.object({ count: z.number() }) }),
    ),
  }),
});

async function largestGroup(control: Control): Promise<string> {
  const { sellingPlanGroups } = await control.graphql(
    stores.established,
    groupsSchema,
    '{ sellingPlanGroups(first: 100) { nodes { id productVariantsCount { count } } } }',
  );
  const [largest] = sellingPlanGroups.nodes.toSorted(
    (a, b) => b.productVariantsCount.count - a.productVariantsCount.count,
  );
  if (!largest) throw new Error('The store has no selling plan groups.');
  return `/fixed-subscription/${originalIdOf(largest.id)}`;
}

await ensureBuilt();
const stack = await startTestStack('embedded');
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  // All frames share the page's process, so that slowing down the page slows down the app too.
  args: [
    ...launchArguments,
    '--disable-site-isolation-trials',
    '--disable-features=IsolateOrigins,site-per-process',
  ],
});
const client = await request.newContext({ ignoreHTTPSErrors: true });
try {
  const control = new Control(stack, client);
  await control.grow(stores.established, { groups: 50 });
  const screens: Screen[] = [
    { name: 'list', path: '/fixed-subscription', widths: [1280], use: useList },
    {
      name: 'detail',
      path: await largestGroup(control),
      widths: [1280, 400],
      use: useDetail,
    },
    { name: 'home', path: '/', widths: [1280] },
  ];
  const measured = new Map<string, { values: number[]; words: string }>();
  const speeds: Speed[] = ['full', 'slow'];
  for (const speed of speeds.filter((each) => each === (asked.speed ?? each))) {
    for (const screen of screens.filter(({ name }) => name === (asked.screen ?? name))) {
      for (const width of screen.widths) {
        for (let run = 0; run < Number(asked.runs); run += 1) {
          await visit(browser, stack, speed, screen, width, (name, value, words) => {
            const key = `${speed}: ${name}`;
            const before = measured.get(key) ?? { values: [], words: '' };
            const isWorst = before.values.every((other) => other <= value);
            measured.set(key, {
              values: [...before.values, value],
              words: isWorst ? words : before.words,
            });
          });
        }
      }
    }
  }
  const figures = [...measured].map(([name, { values }]) => {
    const isShift = name.includes('CLS');
    const goal = isShift ? shiftGoal : goals[name];
    return { name, measured: medianOf(values), unit: isShift ? '' : 'ms', ...(goal && { goal }) };
  });
  report(`Medians of ${asked.runs} visits, in Chromium`, figures);
  for (const [name, { values, words }] of measured) {
    console.log(
      `${name}: ${values.map((value) => Number(value.toFixed(3))).join(', ')}\n  ${words}`,
    );
  }
} finally {
  await client.dispose();
  await browser.close();
  await stack.discard();
}
