import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const dockerfile = readFileSync('Dockerfile', 'utf8');

it('runs what npm start runs, with the same limits', () => {
  const [command = '[]'] = [...dockerfile.matchAll(/^CMD (\[.*\])$/gm)].map(([, list]) => list);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(JSON.parse(command).join(' ')).toBe(scripts.start);
});

it('copies what is there', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied).toContain('process');
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
});
