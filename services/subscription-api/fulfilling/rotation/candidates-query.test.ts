import { expect, it } from 'vitest';
import { candidatesQuery } from './candidates-query.ts';

it.each([
  [undefined, 'status:active AND -tag:rotating AND -id:7'],
  ['', 'status:active AND -tag:rotating AND -id:7'],
  ['colom hui', 'status:active AND -tag:rotating AND -id:7 AND title:colom* AND title:hui*'],
  ['-*(', null],
])('what is typed as %j searches for %j', (typed, query) => {
  expect(candidatesQuery('7', typed)).toBe(query);
});
