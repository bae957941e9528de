import { expect, it } from 'vitest';
import { askedIn } from './theme-editor.tsx';

it.each([
  [
    '?template=product.gift&addAppBlockId=key/plans&target=mainSection',
    { apiKey: 'key', block: 'plans', template: 'product.gift' },
  ],
  ['?addAppBlockId=key/plans', { apiKey: 'key', block: 'plans', template: 'index' }],
  [
    '?context=apps&template=product&activateAppId=key/embed',
    { apiKey: 'key', block: 'embed', template: null },
  ],
  ['?addAppBlockId=key', null],
  ['?template=product', null],
])('reads what a deep link asks for: %s', (search, asked) => {
  expect(askedIn(search)).toEqual(asked);
});
