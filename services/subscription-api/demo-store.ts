import { approveVendor } from './shop/vendor.ts';
import type { Database } from './store/database.ts';
import { sellingPlanGroupSettingsTable } from './store/schema.ts';

const shop = 'roast-and-ritual.myshopify.com';

/** Ids of the local platform's seeded group 'Brew-based refill' and its plan 'Based on brewing'. */
const brewBased = {
  group: 'gid://shopify/SellingPlanGroup/1000273',
  plan: 'gid://shopify/SellingPlan/1000272',
};

/** Adds the local demo's established store: its approved vendor, and one usage-based group. Keeps what a merchant has changed since. */
export async function addDemoStore(database: Database): Promise<void> {
  await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
  await database
    .insert(sellingPlanGroupSettingsTable)
    .values({
      shop,
      groupId: brewBased.group,
      isDynamic: true,
      dynamicSellingPlanName: 'Based on brewing',
      firstOrderDiscountCycles: 1,
      recurringDiscount: 0,
      plans: [
        {
          id: brewBased.plan,
          discountType: 'PERCENTAGE',
          discountValue: 15,
        },
      ],
    })
    .onConflictDoNothing();
}
