import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { notSent } from './change-in-steps.ts';
import type { VariantWork } from './use-variant-work.ts';
import { VariantWorkModal } from './VariantWorkModal.tsx';

beforeAll(prepareScreenTests);

const failed = [{ id: 'gid://shopify/ProductVariant/1', name: 'Kenya', reason: notSent }];
const retry = vi.fn();

function Page() {
  const [work, setWork] = useState<VariantWork>({
    phase: 'changing',
    change: 'remove',
    progress: { total: 3, done: 1, changed: 1, failed: [] },
    stopped: false,
  });
  const progress = { total: 3, done: 3, changed: 2, failed };
  return (
    <VariantWorkModal
      work={work}
      onStop={() => setWork({ phase: 'failed', change: 'remove', progress })}
      onRetry={retry}
      onClose={() => {}}
    />
  );
}

it('does not go on by the second press of a double press on Stop', async () => {
  retry.mockReset();
  const { user } = showScreen([{ path: '/', Component: Page }]);
  const stop = await screen.findByRole('button', { name: 'Stop' });
  // Nothing is awaited between the presses, so on a slow machine, too, they come within the guard's time.
  fireEvent.click(stop);
  const again = screen.getByRole('button', { name: 'Try these again' });
  fireEvent.click(again);
  expect(retry).not.toHaveBeenCalled();
  await waitFor(() => expect(again.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(again);
  expect(retry).toHaveBeenCalledOnce();
});
