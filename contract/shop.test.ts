import { describe, expect, it } from 'vitest';
import { shopOf } from './shop.ts';

describe('shopOf', () => {
  it.each([
    ['roast-and-ritual.myshopify.com'],
    ['Roast.myshopify.com'],
    ['1-coffee.myshopify.com'],
  ])('takes %s', (name) => {
    expect(shopOf(name)).toBe(name.toLowerCase());
  });

  it.each([
    [null],
    [undefined],
    [''],
    ['roast'],
    ['myshopify.com'],
    ['-roast.myshopify.com'],
    ['roast.myshopify.com.evil.example'],
    ['evil.example/.myshopify.com'],
    ['evil.example#.myshopify.com'],
    ['a.b.myshopify.com'],
    ['roast.myshopify.com\n'],
    ['röst.myshopify.com'],
  ])('refuses %j', (name) => {
    expect(shopOf(name)).toBeUndefined();
  });
});
