import { expect, it } from 'vitest';
import { addressRefusals } from './address-rules.ts';

const address = {
  ...{ firstName: 'Ana', lastName: 'Díaz', company: '', address1: 'Calle 50', address2: '' },
  ...{ city: 'Panamá', provinceCode: '', zip: '', countryCode: 'PA', phone: '' },
};

it.each([
  ['a country without postal codes', address, {}],
  [
    'one that has some, and we have a rule of',
    { ...address, countryCode: 'DE' },
    { zip: 'Enter a postal code, such as 12345' },
  ],
  [
    'one with a code that we have no rule of',
    { ...address, countryCode: 'IE', zip: 'D02 X285' },
    {},
  ],
  [
    'the code of a prefecture as Shopify has it',
    { ...address, countryCode: 'JP', provinceCode: 'JP-13', zip: '154-0023' },
    {},
  ],
  [
    'that of Quintana Roo',
    { ...address, countryCode: 'MX', provinceCode: 'Q ROO', zip: '77500' },
    {},
  ],
])('%s', (_, given, refusals) => {
  expect(addressRefusals(given)).toEqual(refusals);
});
