import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../setup/repository.mjs';

/** The scopes that the app asks for, from the one place that names them: shopify.app.toml. */
export function readScopes(): string {
  const scopes = findScopes(readFileSync(join(repositoryFolder, 'shopify.app.toml'), 'utf8'));
  if (scopes === undefined) throw new Error('shopify.app.toml names no scopes.');
  return scopes;
}

/** The scopes in the text of a shopify.app.toml. */
export function findScopes(text: string): string | undefined {
  return /^\s*scopes\s*=\s*"([^"\n]*)"/m.exec(text)?.[1];
}
