import { expect, it } from 'vitest';
import { nameSearch } from './search-query.ts';

it.each([
  ['weekly', 'name:weekly*'],
  ['  Weekly  cof ', 'name:Weekly* AND name:cof*'],
  ['50% off', 'name:50* AND name:off*'],
  ['name:x OR id:>1', 'name:name* AND name:x* AND name:OR* AND name:id* AND name:1*'],
  ['café -"x"\\', 'name:café* AND name:x*'],
  ['コーヒー', 'name:コーヒー*'],
])('%j becomes %j', (typed, query) => {
  expect(nameSearch(typed)).toBe(query);
});

it('finds nothing where nothing can be searched for', () => {
  expect(nameSearch('*:()"')).toBeNull();
});
