import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it.each([
  'ada@example.com',
  "ada.o'hara+roasts@mail.example.co.uk",
  'user@bücher.example',
  'user@BÜCHER.example',
  'user@xn--bcher-kva.example',
  'user@почта.рф',
  'user@xn--80a1acny.xn--p1ai',
])('%s is an address', (address) => {
  expect(isEmail(address)).toBe(true);
});

it.each([
  '',
  'ada',
  'ada@',
  '@bücher.example',
  'ada@bücher',
  'ada@bücher..example',
  'ada@bü cher.example',
  'ada@bücher.example/x',
  'ada@bücher.example:25',
  'ada@bücher.example\r\nBcc: eve@example.com',
  'ada@eve@bücher.example',
  'ada@127.0.0.1',
])('%j is none', (address) => {
  expect(isEmail(address)).toBe(false);
});
