import type { Address } from '../store/records.ts';
import type { Random } from './random.ts';

const firstNames =
  'Ada Bram Carla Deniz Elif Farid Grace Hugo Imani Jonas Keiko Liam Maya Noor Oscar Priya Quinn Rosa Sami Tessa Uma Victor Wren Yara'.split(
    ' ',
  );
const lastNames =
  'Abara Bennett Castillo Dubois Eriksen Fischer Garcia Haddad Iwata Jansen Kowalski Lindqvist Moreau Nakamura Okafor Petrov Quist Rossi Silva Tanaka'.split(
    ' ',
  );
const streets = [
  'Alder Street',
  'Birch Avenue',
  'Canal Road',
  'Dogwood Lane',
  'Elm Court',
  'Foundry Row',
] as const;
const cities = [
  { city: 'Portland', province: 'Oregon', provinceCode: 'OR', zip: '972' },
  { city: 'Seattle', province: 'Washington', provinceCode: 'WA', zip: '981' },
  { city: 'Denver', province: 'Colorado', provinceCode: 'CO', zip: '802' },
  { city: 'Austin', province: 'Texas', provinceCode: 'TX', zip: '787' },
  { city: 'Chicago', province: 'Illinois', provinceCode: 'IL', zip: '606' },
  { city: 'Brooklyn', province: 'New York', provinceCode: 'NY', zip: '112' },
] as const;

export type Person = {
  firstName: string;
  lastName: string;
  email: string;
  address: Address;
};

/** Someone made up. The number keeps mail addresses apart; all of them are in a domain that can't exist. */
export function person(random: Random, number: number): Person {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const { zip, ...place } = random.pick(cities);
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@customers.example`.toLowerCase(),
    address: {
      firstName,
      lastName,
      company: null,
      address1: `${random.integer(1, 980)} ${random.pick(streets)}`,
      address2: random.next() < 0.25 ? `Apt ${random.integer(1, 40)}` : null,
      ...place,
      zip: `${zip}${String(random.integer(1, 99)).padStart(2, '0')}`,
      country: 'United States',
      countryCode: 'US',
      phone: `+1555${String(random.integer(1_000_000, 9_999_999))}`,
    },
  };
}
