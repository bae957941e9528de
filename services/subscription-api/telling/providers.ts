import type { Providers } from '#contract/notifications.ts';
import type { ShopContext } from '../shop-context.ts';

/** By which channels this installation can send. Push has no provider. */
export function providersOf({ mail, texts }: Pick<ShopContext, 'mail' | 'texts'>): Providers {
  return { email: mail !== undefined, text: texts !== undefined, push: false };
}
