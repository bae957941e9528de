import type { ShopContext } from '../../shop-context.ts';
import { suspendedReason, uninstalledReason } from '../billing/store.ts';
import { findSettings } from '../billing-settings/settings.ts';
import { explanationOfStop } from '../billing-settings/stop-reason.ts';
import { mailMerchant } from './merchant-mail.ts';

/**
 * Mails the merchant that billing stopped at `at` (ISO 8601), unless they stopped it, it was started since, or the app was uninstalled.
 * @throws as mailMerchant
 */
export async function tellOfStop(context: ShopContext, at: string, url: string): Promise<void> {
  const { stoppedAt, stoppedBecause } = await findSettings(context.database, context.shop);
  if (stoppedAt?.toISOString() !== at || stoppedBecause === uninstalledReason) return;
  const because = explanationOfStop(stoppedBecause);
  if (because === null) return;
  await mailMerchant(context, `billing stopped ${at}`, {
    subject: 'Billing of your recurring orders has stopped',
    heading: 'Billing has stopped',
    paragraphs: [
      ...(stoppedBecause === suspendedReason
        ? ['Your account was suspended. Open Cadence to contact us and find out why.']
        : [
            'A charge failed because of your store’s own setup. Every other one would fail the same way, so we stopped.',
            [because.happened, because.whatToDo].filter((text) => text !== null).join(' '),
          ]),
      'Nothing is charged until you start billing again. You’ll see first what will be charged then.',
    ],
    facts: [],
    button: { text: 'Go to Recurring Orders', url },
  });
}
