import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../setup/repository.mjs';

// `npm run docs:pictures`: takes the guide's pictures again, during the end-to-end tests that look at these screens.

const guide = join(repositoryFolder, 'docs', 'guide');
const tests = join(repositoryFolder, 'e2e');
const namesEnding = (folder: string, end: string) =>
  readdirSync(folder).filter((name) => name.endsWith(end));

const text = namesEnding(guide, '.md')
  .map((page) => readFileSync(join(guide, page), 'utf8'))
  .join('\n');
const pictures = [...text.matchAll(/pictures\/([\w-]+)\.png/g)].map(([, name]) => name);
const specs = namesEnding(tests, '.spec.ts').filter((spec) => {
  const code = readFileSync(join(tests, spec), 'utf8');
  return pictures.some((picture) => code.includes(`'${picture}'`));
});
const { status } = spawnSync('playwright', ['test', ...specs, '--workers=1'], {
  cwd: repositoryFolder,
  env: { ...process.env, PICTURES: '1' },
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);
mkdirSync(join(guide, 'pictures'), { recursive: true });
for (const picture of pictures) {
  const taken = join(repositoryFolder, '.cache', 'screens', `${picture}-1280.png`);
  copyFileSync(taken, join(guide, 'pictures', `${picture}.png`));
}
