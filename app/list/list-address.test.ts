import { describe, expect, it } from 'vitest';
import { listAddress } from './list-address.ts';

describe('listAddress', () => {
  const current = new URLSearchParams('query=bean&after=abc&sortKey=NAME');

  it('starts at the first page when the search changes', () => {
    expect(listAddress(current, { query: 'tea' })).toBe('?query=tea&sortKey=NAME');
  });

  it('keeps search and sorting when it turns the page', () => {
    expect(listAddress(current, { after: 'def', before: undefined })).toBe(
      '?query=bean&after=def&sortKey=NAME',
    );
  });

  it('leaves out what is empty', () => {
    expect(listAddress(current, { query: '' })).toBe('?sortKey=NAME');
  });
});
