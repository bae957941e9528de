import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type StoreHandle, shopOf } from './control.ts';
import type { TestStack } from './stack.ts';

const program = fileURLToPath(
  new URL('../services/subscription-api/merchant/operator/vendor.ts', import.meta.url),
);

/** Runs for instance `npm run vendor -- approve first-crack.myshopify.com` beside the running stack; returns the command's output. */
export async function runOperator(
  stack: TestStack,
  action: string,
  store: StoreHandle,
): Promise<string> {
  const env = { ...process.env, DATA_DIR: stack.dataFolder };
  const words = [program, action, shopOf(store)];
  return (await promisify(execFile)(process.execPath, words, { env })).stdout;
}
