import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { ListedBulkChange } from '#contract/bulk-change.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ listBulkChanges: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

const paused: ListedBulkChange = {
  ...{ id: '6f0a4f9e-6f9b-4f4e-8a53-3f7a2d0c8b11', change: { change: 'pause' }, filter: {} },
  ...{ ticked: null, takesBack: null, takenBackBy: null, state: 'done', stoppedBecause: null },
  ...{ isYours: true, preparedAt: '2026-11-25T18:00:00Z', begunAt: null, endedAt: null },
  counts: { waiting: 0, doing: 0, done: 3, refused: 0, leftOut: 0 },
};

it('says who was chosen of a change, and nothing of an import, which chooses nobody', async () => {
  const change = { change: 'import', file: 'subscribers.csv' } as const;
  client.listBulkChanges.mockResolvedValue({
    changes: [{ ...paused, id: '6f0a4f9e-6f9b-4f4e-8a53-3f7a2d0c8b12', change }, paused],
    ...{ pageInfo: emptyPageInfo, timeZone: 'UTC' },
  });
  showRoute('/customers/changes', { ...route, action: () => null });
  await screen.findByRole('link', { name: 'Import subscribers.csv' });
  const [imported, other] = screen.getAllByRole('row').slice(1);
  expect(imported?.textContent).not.toContain('All subscriptions');
  expect(other?.textContent).toContain('All subscriptions');
});
