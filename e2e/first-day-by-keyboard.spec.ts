import { byKeyboard, spendFirstDay } from './first-day.ts';
import { testWithOwnStack } from './own-stack.ts';

// A store's onboarding survives the platform's reset.
const test = testWithOwnStack();

test('a new store, from its sign-up to the widget on its storefront, by keyboard alone', async ({
  admin,
  control,
  page,
}) => {
  await spendFirstDay({ admin, control, page }, byKeyboard);
});
