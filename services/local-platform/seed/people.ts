import type { Address } from '../store/records.ts';
import people from './people.json' with { type: 'json' };
import type { Random } from './random.ts';

type Person = {
  firstName: string;
  lastName: string;
  email: string;
  address: Address;
};

/** A made-up person. The number makes the mail address unique; its domain can't exist. */
export function person(random: Random, number: number): Person {
  const firstName = random.pick(people.firstNames);
  const lastName = random.pick(people.lastNames);
  const { zip, ...place } = random.pick(people.cities);
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@customers.example`.toLowerCase(),
    address: {
      firstName,
      lastName,
      company: null,
      address1: `${random.integer(1, 980)} ${random.pick(people.streets)}`,
      address2: random.next() < 0.25 ? `Apt ${random.integer(1, 40)}` : null,
      ...place,
      zip: `${zip}${String(random.integer(1, 99)).padStart(2, '0')}`,
      country: 'United States',
      countryCode: 'US',
      phone: `+1555${String(random.integer(1_000_000, 9_999_999))}`,
    },
  };
}
