import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testWithOwnStack } from './own-stack.ts';

const clockFile = (dataFolder: string) => join(dataFolder, 'moved-clock');

type Time = {
  /** Moves the clocks of the app and the platform ahead. */
  pass: (seconds: number) => Promise<void>;
};

const withMovedClock = testWithOwnStack(({ dataFolder }) => ({
  NODE_OPTIONS: `--import=${new URL('./moved-clock.mjs', import.meta.url).href}`,
  MOVED_CLOCK_FILE: clockFile(dataFolder),
}));

/** For tests that let time pass; each file has a stack of its own. */
export const testOverTime = withMovedClock.extend<{ time: Time }>({
  time: async ({ stack, control }, use) => {
    let passed = 0;
    await use({
      pass: async (seconds) => {
        passed += seconds;
        writeFileSync(clockFile(stack.dataFolder), String(passed));
        await control.setMachineClock(passed);
      },
    });
    writeFileSync(clockFile(stack.dataFolder), '0');
  },
});
