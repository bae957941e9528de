import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../setup/repository.mjs';

// `npm run docs:pictures`: takes the guide's pictures again, during the end-to-end tests of recurring orders and subscribers.

const guide = join(repositoryFolder, 'docs', 'guide');
const { status } = spawnSync(
  'playwright',
  ['test', 'recurring-orders', 'customers', '--workers=1'],
  {
    cwd: repositoryFolder,
    env: { ...process.env, PICTURES: '1' },
    stdio: 'inherit',
  },
);
if (status !== 0) process.exit(1);
mkdirSync(join(guide, 'pictures'), { recursive: true });
const text = ['recurring-orders.md', 'subscribers.md']
  .map((page) => readFileSync(join(guide, page), 'utf8'))
  .join('\n');
for (const [path, name] of text.matchAll(/pictures\/([\w-]+)\.png/g)) {
  copyFileSync(join(repositoryFolder, '.cache', 'screens', `${name}-1280.png`), join(guide, path));
}
