import { test } from './fixtures.ts';
import { type ConfigureApp, startTestStack, type TestStack } from './stack.ts';

/** {@link test} with a stack of the file's own, whose app may have another configuration. */
export function testWithOwnStack(configureApp?: ConfigureApp) {
  return test.extend<object, { stack: TestStack }>({
    stack: [
      async ({ stackKind }, use) => {
        const stack = await startTestStack(stackKind, configureApp);
        await use(stack);
        await stack.discard();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });
}
