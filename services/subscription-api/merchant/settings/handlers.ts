import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { findVendor } from '../../shop/vendor.ts';
import { listSettingChanges, undoSettingChange, updateSettings } from './settings.ts';

export const vendorHandlers = {
  getVendor: ({ database, shop }) => findVendor(database, shop),
  updateVendorSettings: (context, { body, ifMatch }) => updateSettings(context, body, ifMatch),
  listSettingChanges: (context) => listSettingChanges(context),
  undoSettingChange: (context, { body }) => undoSettingChange(context, body.id),
} satisfies Partial<SubscriptionApiHandlers>;
