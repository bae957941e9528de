import { createHash } from 'node:crypto';

/** A ShipStation account with its keys, named after its store. */
export type Account = {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly secret: string;
};

/** 32 hexadecimal digits, like ShipStation's keys; the same at every start. */
function madeFrom(text: string): string {
  return createHash('sha256').update(`local ShipStation ${text}`).digest('hex').slice(0, 32);
}

function account(id: number, name: string): Account {
  return { id, name, key: madeFrom(`${name} key`), secret: madeFrom(`${name} secret`) };
}

export const accounts = [
  account(7001, 'Roast & Ritual'),
  account(7002, 'First Crack Coffee'),
] as const;

/** The account that a header `Authorization: Basic …` authenticates; null if there is none. */
export function accountOf(authorization: string | undefined): Account | null {
  const [scheme, encoded] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'basic' || encoded === undefined) return null;
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return accounts.find(({ key, secret }) => given === `${key}:${secret}`) ?? null;
}
