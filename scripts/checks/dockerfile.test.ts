import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const { scripts, wireit } = JSON.parse(readFileSync('package.json', 'utf8'));

it('runs what npm start runs, with the same limits', () => {
  const [command = '[]'] = [...dockerfile.matchAll(/^CMD (\[.*\])$/gm)].map(([, list]) => list);
  expect(JSON.parse(command).join(' ')).toBe(scripts.start);
});

it('copies and builds what is there and in its context', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from|\. )(.+) \S+$/gm)].flatMap(
    ([, paths = '']) => paths.split(' '),
  );
  expect(copied).toContain('process');
  const inContext = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map(
    ([, path]) => path,
  );
  const built: string[] = wireit['build:app'].files.filter((path: string) => !path.startsWith('!'));
  const needed = [...copied, ...built.map((path) => path.replace('/**', ''))];
  expect(needed.filter((path) => !existsSync(path) || !inContext.includes(path))).toEqual([]);
});
