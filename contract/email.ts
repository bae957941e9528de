import { z } from 'zod';

/**
 * Whether it is an address by the standard pattern. A domain in another script than Latin is one by its ASCII form, which is how mail
 * finds it, and may be written in either.
 */
export function isEmail(address: string): boolean {
  const at = address.lastIndexOf('@');
  const domain = asciiDomainOf(address.slice(at + 1));
  return domain !== null && z.regexes.email.test(`${address.slice(0, at)}@${domain}`);
}

/** A domain of letters, digits, dots and hyphens in any script. */
const international = /^[\p{L}\p{M}\p{N}.-]*(?:[^ -~]|xn--)[\p{L}\p{M}\p{N}.-]*$/iu;

function asciiDomainOf(domain: string): string | null {
  if (!/[^ -~]|xn--/i.test(domain)) return domain;
  if (!international.test(domain)) return null;
  try {
    const { hostname } = new URL(`https://${domain}`);
    // The pattern knows no top-level domain in ASCII form.
    return hostname.replace(/\.xn--[a-z\d-]+$/, '.com');
  } catch {
    return null;
  }
}
