import { describe, expect, it } from 'vitest';
import { globalIdOf, globalIdSchema, originalIdOf } from './global-id.ts';

describe('ids', () => {
  it.each([
    ['gid://shopify/Product/42', '42'],
    ['gid://shopify/Product/42?version=1', '42'],
    ['42', '42'],
    ['', ''],
  ])('the original id of %j is %j', (globalId, originalId) => {
    expect(originalIdOf(globalId)).toBe(originalId);
  });

  it.each([
    ['42', 'gid://shopify/Product/42'],
    ['gid://shopify/Page/7', 'gid://shopify/Page/7'],
    ['7-gid://', 'gid://shopify/Product/7-gid://'],
  ])('the global id of %j is %j', (originalId, globalId) => {
    expect(globalIdOf('Product', originalId)).toBe(globalId);
  });

  it.each([
    ['gid://shopify/Product/42', true],
    ['gid://shopify/P/f00?x=1', true],
    [' gid://shopify/Product/42', false],
    ['gid://shopify/Product/42/', false],
    ['gid://shopify/Product/', false],
    ['gid://shopify//42', false],
    ['gid://shopify/Product2/42', false],
    ['gid://elsewhere/Product/42', false],
    ['42', false],
  ])('%j is a global id: %s', (text, isId) => {
    expect(globalIdSchema.safeParse(text).success).toBe(isId);
  });
});
