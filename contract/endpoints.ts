import { analyticsQuerySchema, analyticsSchema, summarySchema } from './analytics.ts';
import { billingRulesSchema } from './billing-rules.ts';
import {
  bulkChangeListQuerySchema,
  bulkChangeListSchema,
  bulkChangeSchema,
  bulkIdSchema,
  bulkOptionsSchema,
  bulkRowListQuerySchema,
  bulkRowListSchema,
  decideBulkChangeSchema,
  prepareBulkChangeSchema,
} from './bulk-change.ts';
import { contractPlansSchema } from './contract-plans.ts';
import { coverageSchema } from './coverage.ts';
import { contractAddressSchema } from './delivery-address.ts';
import {
  availableGroupsQuerySchema,
  availableGroupsSchema,
  createDeliveryProfileSchema,
  deliveryProfileListSchema,
  deliveryProfileSchema,
  updateDeliveryProfileSchema,
} from './delivery-profile.ts';
import { type EndpointTable, nothing, pathId, plain } from './endpoint.ts';
import { faqPageSchema, storedFaqPageSchema } from './faq-page.ts';
import { graphqlAnswerSchema, graphqlLimits, graphqlRequestSchema } from './graphql.ts';
import {
  connectIntegrationSchema,
  integrationListSchema,
  integrationServiceSchema,
} from './integration.ts';
import { createMagicLinkSchema, magicLinkSchema } from './magic-link.ts';
import {
  notificationPreviewQuerySchema,
  notificationPreviewSchema,
  sendTestSchema,
  sentTestSchema,
} from './notification-preview.ts';
import {
  gifsSchema,
  keptNotificationsSchema,
  notificationsAnswerSchema,
  updateNotificationsSchema,
} from './notification-settings.ts';
import {
  changeSyncRunSchema,
  createSyncRunSchema,
  orderSyncAnswerSchema,
  syncedOrdersQuerySchema,
  syncedOrdersSchema,
  syncOrdersSchema,
  syncRunIdSchema,
  syncRunSchema,
} from './order-sync.ts';
import { orderSyncTexts } from './order-sync-texts.ts';
import { listQuerySchema } from './pagination.ts';
import { pictureSchema, uploadPictureSchema } from './picture.ts';
import { maximumPictureBytes, pictureTexts } from './picture-type.ts';
import { previewProductListSchema, productListSchema } from './product.ts';
import {
  createProposedVendorSchema,
  proposedVendorSchema,
  updateProposedVendorSchema,
} from './proposed-vendor.ts';
import {
  billingRunListQuerySchema,
  billingRunListSchema,
  billingSchema,
  changeBillingSchema,
  decidedRecurringOrdersSchema,
  decideRecurringOrdersSchema,
  firstChargesSchema,
  recurringCalendarSchema,
  recurringOrderListQuerySchema,
  recurringOrderListSchema,
  recurringSummarySchema,
} from './recurring-orders.ts';
import { requestedScopeSchema } from './requested-scope.ts';
import { changeRoastDaySchema, roastPlanSchema, roastSettingsSchema } from './roast-plan.ts';
import {
  passedOverListQuerySchema,
  passedOverListSchema,
  rotationCandidatesQuerySchema,
  rotationCandidatesSchema,
  rotationSchema,
  updateRotationSchema,
} from './rotation.ts';
import { changeViewSchema, createViewSchema, savedViewSchema, viewIdSchema } from './saved-view.ts';
import {
  createdScaleSchema,
  createScaleSchema,
  scaleIdSchema,
  scaleListSchema,
  updateScalesSchema,
} from './scale.ts';
import {
  addVariantsSchema,
  createSellingPlanGroupSchema,
  sellingPlanGroupDetailQuerySchema,
  sellingPlanGroupDetailSchema,
  sellingPlanGroupListQuerySchema,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
  updateSellingPlanGroupSchema,
  variantsResultSchema,
  variantsSchema,
} from './selling-plan-group.ts';
import {
  storeOrderListQuerySchema,
  storeOrderListSchema,
  subscriberAnswerSchema,
  subscriberListQuerySchema,
  subscriberListSchema,
} from './store-order.ts';
import { importSubscribersSchema } from './subscriber-import.ts';
import { importFileTexts, maximumImportBytes } from './subscriber-import-names.ts';
import {
  contractHistoryQuerySchema,
  contractHistorySchema,
  contractListQuerySchema,
  contractListSchema,
  contractRequestSchema,
  subscriptionContractSchema,
} from './subscription-contract.ts';
import {
  installWidgetAnswerSchema,
  widgetDiagnosisQuerySchema,
  widgetDiagnosisSchema,
} from './theme.ts';
import { vendorAnswerSchema } from './vendor.ts';
import {
  listedChangesSchema,
  undoChangeSchema,
  updatedVendorSchema,
  updateVendorSettingsSchema,
} from './vendor-settings.ts';

/** Every path of the subscription API starts here (specification §7, platform = shopify). */
export const apiPrefix = '/api/integrations/shopify';

/** The path at which the local platform sets the time; in local mode only, and not below `apiPrefix`. */
export const localClockPath = '/local/clock';

/**
 * POST below {@link apiPrefix}: a webhook of the platform, handed on as it came, headers and body. It is signed by the platform and
 * carries no session token. 200 when it is in the inbox, 401 to a bad signature.
 */
export const webhookPath = '/webhooks';
/** The largest body of a webhook. */
export const maximumWebhookBytes = 1024 * 1024;

/** How long the caller still waits for the answer, in ms. The API answers before that and stops work that would take longer. */
export const remainingTimeHeader = 'X-Remaining-Milliseconds';

/**
 * Every endpoint of the subscription API (specification §7). The client has a function and the API a handler for each,
 * by the same name. An endpoint is added here, with its handler in services/subscription-api.
 */
export const endpoints = {
  getVendor: { ...plain, method: 'GET', path: '/vendor', answer: vendorAnswerSchema },
  updateVendorSettings: {
    ...plain,
    method: 'PATCH',
    path: '/vendor/settings',
    body: updateVendorSettingsSchema,
    invalidStatus: 400,
    // By `settingsTag`: beyond the specification, and without it the last one to save wins.
    isConditional: true,
    answer: updatedVendorSchema,
  },
  listSettingChanges: {
    ...plain,
    method: 'GET',
    path: '/vendor/settings/changes',
    answer: listedChangesSchema,
  },
  undoSettingChange: {
    ...plain,
    method: 'POST',
    path: '/vendor/settings/undo',
    body: undoChangeSchema,
    answer: updatedVendorSchema,
  },
  createMagicLink: {
    ...plain,
    method: 'POST',
    path: '/vendor/magic-link',
    body: createMagicLinkSchema,
    answer: magicLinkSchema,
    status: 201,
  },
  getFaqPage: { ...plain, method: 'GET', path: '/vendor/faq-page', answer: storedFaqPageSchema },
  createFaqPage: { ...plain, method: 'POST', path: '/vendor/faq-page', answer: faqPageSchema },
  getRequestedScope: {
    ...plain,
    method: 'GET',
    path: '/requested-scope',
    answer: requestedScopeSchema,
  },
  uploadPicture: {
    ...plain,
    method: 'POST',
    path: '/upload/picture',
    contentType: 'multipart/form-data',
    body: uploadPictureSchema,
    // The file, and room for the multipart around it.
    maximumBytes: maximumPictureBytes + 16 * 1024,
    tooLarge: pictureTexts.tooLarge,
    isOncePerKey: true,
    answer: pictureSchema,
    status: 201,
  },

  getNotifications: {
    ...plain,
    method: 'GET',
    path: '/vendor/settings/notifications',
    answer: keptNotificationsSchema,
  },
  updateNotifications: {
    ...plain,
    method: 'PATCH',
    path: '/vendor/settings/notifications',
    body: updateNotificationsSchema,
    answer: notificationsAnswerSchema,
  },
  previewNotification: {
    ...plain,
    method: 'GET',
    path: '/vendor/settings/notifications/preview',
    query: notificationPreviewQuerySchema,
    answer: notificationPreviewSchema,
  },
  sendTestNotification: {
    ...plain,
    method: 'POST',
    path: '/vendor/settings/notifications/test',
    body: sendTestSchema,
    isOncePerKey: true,
    answer: sentTestSchema,
  },
  updateGifs: {
    ...plain,
    method: 'PATCH',
    path: '/vendor/settings/gifs',
    body: gifsSchema,
    answer: gifsSchema,
  },

  listIntegrations: {
    ...plain,
    method: 'GET',
    path: '/vendor/integrations',
    answer: integrationListSchema,
  },
  connectIntegration: {
    ...plain,
    method: 'POST',
    path: '/vendor/integrations',
    body: connectIntegrationSchema,
    answer: integrationListSchema,
  },
  disconnectIntegration: {
    ...plain,
    method: 'DELETE',
    path: '/vendor/integrations/:id',
    id: integrationServiceSchema,
    answer: nothing,
    status: 204,
  },

  listScales: { ...plain, method: 'GET', path: '/vendor/scale', answer: scaleListSchema },
  createScale: {
    ...plain,
    method: 'POST',
    path: '/vendor/scale',
    body: createScaleSchema,
    answer: createdScaleSchema,
    status: 201,
  },
  updateScales: {
    ...plain,
    method: 'PATCH',
    path: '/vendor/scale',
    body: updateScalesSchema,
    answer: scaleListSchema,
  },
  revokeScale: {
    ...plain,
    method: 'DELETE',
    path: '/vendor/scale/:id',
    id: scaleIdSchema,
    answer: nothing,
    status: 204,
  },

  getProposedVendor: {
    ...plain,
    method: 'GET',
    path: '/proposed-vendor',
    answer: proposedVendorSchema,
  },
  createProposedVendor: {
    ...plain,
    method: 'POST',
    path: '/proposed-vendor',
    body: createProposedVendorSchema,
    isOncePerKey: true,
    answer: proposedVendorSchema,
    status: 201,
  },
  updateProposedVendor: {
    ...plain,
    method: 'PATCH',
    path: '/proposed-vendor',
    body: updateProposedVendorSchema,
    answer: proposedVendorSchema,
  },

  listSellingPlanGroups: {
    ...plain,
    method: 'GET',
    path: '/subscription/selling-plan-group',
    query: sellingPlanGroupListQuerySchema,
    answer: sellingPlanGroupListSchema,
  },
  createSellingPlanGroup: {
    ...plain,
    method: 'POST',
    path: '/subscription/selling-plan-group',
    body: createSellingPlanGroupSchema,
    isOncePerKey: true,
    answer: sellingPlanGroupSchema,
    status: 201,
  },
  getSellingPlanGroup: {
    ...plain,
    method: 'GET',
    path: '/subscription/selling-plan-group/:id',
    id: pathId('SellingPlanGroup'),
    query: sellingPlanGroupDetailQuerySchema,
    answer: sellingPlanGroupDetailSchema,
  },
  updateSellingPlanGroup: {
    ...plain,
    method: 'PATCH',
    path: '/subscription/selling-plan-group/:id',
    id: pathId('SellingPlanGroup'),
    body: updateSellingPlanGroupSchema,
    answer: sellingPlanGroupSchema,
  },
  deleteSellingPlanGroup: {
    ...plain,
    method: 'DELETE',
    path: '/subscription/selling-plan-group/:id',
    id: pathId('SellingPlanGroup'),
    answer: nothing,
    status: 204,
  },
  addVariants: {
    ...plain,
    method: 'POST',
    path: '/subscription/selling-plan-group/variant',
    body: addVariantsSchema,
    answer: variantsResultSchema,
  },
  removeVariants: {
    ...plain,
    method: 'DELETE',
    path: '/subscription/selling-plan-group/variant/:id',
    id: pathId('SellingPlanGroup'),
    body: variantsSchema,
    answer: variantsResultSchema,
  },

  getCoverage: {
    ...plain,
    method: 'GET',
    path: '/subscription/coverage',
    answer: coverageSchema,
  },
  listPreviewProducts: {
    ...plain,
    method: 'GET',
    path: '/subscription/preview-product',
    answer: previewProductListSchema,
  },
  listProducts: { ...plain, method: 'GET', path: '/products', answer: productListSchema },
  getRotation: {
    ...plain,
    method: 'GET',
    path: '/products/shopify/:id/rotation',
    id: pathId('Product'),
    answer: rotationSchema,
  },
  updateRotation: {
    ...plain,
    method: 'PATCH',
    path: '/products/shopify/:id/rotation',
    id: pathId('Product'),
    body: updateRotationSchema,
    answer: rotationSchema,
  },
  listRotationCandidates: {
    ...plain,
    method: 'GET',
    path: '/products/shopify/:id/rotation/candidates',
    id: pathId('Product'),
    query: rotationCandidatesQuerySchema,
    answer: rotationCandidatesSchema,
  },
  listPassedOver: {
    ...plain,
    method: 'GET',
    path: '/products/shopify/:id/rotation/passed-over',
    id: pathId('Product'),
    query: passedOverListQuerySchema,
    answer: passedOverListSchema,
  },

  listOrders: {
    ...plain,
    method: 'GET',
    path: '/order',
    query: storeOrderListQuerySchema,
    answer: storeOrderListSchema,
  },
  syncOrders: {
    ...plain,
    method: 'POST',
    path: '/order/sync',
    body: syncOrdersSchema,
    invalidStatus: 400,
    answer: orderSyncAnswerSchema,
  },
  createSyncRun: {
    ...plain,
    method: 'POST',
    path: '/order/sync/run',
    body: createSyncRunSchema,
    // 10,000 ids of 20 digits.
    maximumBytes: 512 * 1024,
    tooLarge: orderSyncTexts.tooMany,
    invalidStatus: 400,
    answer: syncRunSchema,
    status: 201,
    isOncePerKey: true,
  },
  getSyncRun: {
    ...plain,
    method: 'GET',
    path: '/order/sync/run/:id',
    id: syncRunIdSchema,
    answer: syncRunSchema,
  },
  changeSyncRun: {
    ...plain,
    method: 'POST',
    path: '/order/sync/run/:id',
    id: syncRunIdSchema,
    body: changeSyncRunSchema,
    answer: syncRunSchema,
  },
  listSyncedOrders: {
    ...plain,
    method: 'GET',
    path: '/order/sync/run/:id/order',
    id: syncRunIdSchema,
    query: syncedOrdersQuerySchema,
    answer: syncedOrdersSchema,
  },
  /** A query of the platform's Admin GraphQL, with no more rights than the merchant who asks has. */
  runGraphql: {
    ...plain,
    method: 'POST',
    path: '/api/graphql',
    body: graphqlRequestSchema,
    maximumBytes: graphqlLimits.bytes,
    answer: graphqlAnswerSchema,
  },
  listSubscribers: {
    ...plain,
    method: 'GET',
    path: '/customer',
    query: subscriberListQuerySchema,
    answer: subscriberListSchema,
  },
  getSubscriber: {
    ...plain,
    method: 'GET',
    path: '/customer/:id',
    id: pathId('Customer'),
    answer: subscriberAnswerSchema,
  },
  getAnalytics: {
    ...plain,
    method: 'GET',
    path: '/analytics',
    query: analyticsQuerySchema,
    answer: analyticsSchema,
  },
  getSummary: { ...plain, method: 'GET', path: '/analytics/summary', answer: summarySchema },

  listDeliveryProfiles: {
    ...plain,
    method: 'GET',
    path: '/delivery-profile',
    // The platform sorts profiles by age only.
    query: listQuerySchema,
    answer: deliveryProfileListSchema,
  },
  createDeliveryProfile: {
    ...plain,
    method: 'POST',
    path: '/delivery-profile',
    body: createDeliveryProfileSchema,
    isOncePerKey: true,
    answer: deliveryProfileSchema,
    status: 201,
  },
  updateDeliveryProfile: {
    ...plain,
    method: 'PATCH',
    path: '/delivery-profile',
    body: updateDeliveryProfileSchema,
    answer: deliveryProfileSchema,
  },
  getDeliveryProfile: {
    ...plain,
    method: 'GET',
    path: '/delivery-profile/:id',
    id: pathId('DeliveryProfile'),
    answer: deliveryProfileSchema,
  },
  listAvailableGroups: {
    ...plain,
    method: 'GET',
    path: '/delivery-profile/:id/available-selling-plan-group',
    id: pathId('DeliveryProfile'),
    query: availableGroupsQuerySchema,
    answer: availableGroupsSchema,
  },

  getBilling: {
    ...plain,
    method: 'GET',
    path: '/recurring-orders/billing',
    answer: billingSchema,
  },
  updateBillingRules: {
    ...plain,
    method: 'PATCH',
    path: '/recurring-orders/billing',
    body: billingRulesSchema,
    isConditional: true,
    answer: billingSchema,
  },
  getFirstCharges: {
    ...plain,
    method: 'GET',
    path: '/recurring-orders/billing/first',
    answer: firstChargesSchema,
  },
  changeBilling: {
    ...plain,
    method: 'POST',
    path: '/recurring-orders/billing/state',
    body: changeBillingSchema,
    // To go live or start takes the tag of what is charged first.
    isConditional: true,
    answer: billingSchema,
  },
  listRecurringOrders: {
    ...plain,
    method: 'GET',
    path: '/recurring-orders',
    query: recurringOrderListQuerySchema,
    answer: recurringOrderListSchema,
  },
  listBillingRuns: {
    ...plain,
    method: 'GET',
    path: '/recurring-orders/run',
    query: billingRunListQuerySchema,
    answer: billingRunListSchema,
  },
  getRecurringCalendar: {
    ...plain,
    method: 'GET',
    path: '/recurring-orders/calendar',
    answer: recurringCalendarSchema,
  },
  decideRecurringOrders: {
    ...plain,
    method: 'POST',
    path: '/recurring-orders/decision',
    body: decideRecurringOrdersSchema,
    answer: decidedRecurringOrdersSchema,
  },
  getRecurringSummary: {
    ...plain,
    method: 'GET',
    path: '/recurring-orders/summary',
    answer: recurringSummarySchema,
  },

  getRoastPlan: { ...plain, method: 'GET', path: '/roast-plan', answer: roastPlanSchema },
  updateRoastSettings: {
    ...plain,
    method: 'PATCH',
    path: '/roast-plan',
    body: roastSettingsSchema,
    answer: roastPlanSchema,
  },
  changeRoastDay: {
    ...plain,
    method: 'POST',
    path: '/roast-plan/day',
    body: changeRoastDaySchema,
    isConditional: true,
    answer: roastPlanSchema,
  },

  listSubscriptionContracts: {
    ...plain,
    method: 'GET',
    path: '/subscription/contract',
    query: contractListQuerySchema,
    answer: contractListSchema,
  },
  createView: {
    ...plain,
    method: 'POST',
    path: '/subscription/saved-view',
    body: createViewSchema,
    answer: savedViewSchema,
    status: 201,
  },
  changeView: {
    ...plain,
    method: 'PATCH',
    path: '/subscription/saved-view/:id',
    id: viewIdSchema,
    body: changeViewSchema,
    answer: savedViewSchema,
  },
  deleteView: {
    ...plain,
    method: 'DELETE',
    path: '/subscription/saved-view/:id',
    id: viewIdSchema,
    answer: nothing,
    status: 204,
  },
  getSubscriptionContract: {
    ...plain,
    method: 'GET',
    path: '/subscription/contract/:id',
    id: pathId('SubscriptionContract'),
    answer: subscriptionContractSchema,
  },
  changeSubscriptionContract: {
    ...plain,
    method: 'POST',
    path: '/subscription/contract/:id',
    id: pathId('SubscriptionContract'),
    body: contractRequestSchema,
    isConditional: true,
    answer: subscriptionContractSchema,
  },
  getContractHistory: {
    ...plain,
    method: 'GET',
    path: '/subscription/contract/:id/history',
    id: pathId('SubscriptionContract'),
    query: contractHistoryQuerySchema,
    answer: contractHistorySchema,
  },
  getContractAddress: {
    ...plain,
    method: 'GET',
    path: '/subscription/contract/:id/address',
    id: pathId('SubscriptionContract'),
    answer: contractAddressSchema,
  },
  getContractPlans: {
    ...plain,
    method: 'GET',
    path: '/subscription/contract/:id/plans',
    id: pathId('SubscriptionContract'),
    answer: contractPlansSchema,
  },

  getBulkOptions: {
    ...plain,
    method: 'GET',
    path: '/subscription/bulk-options',
    answer: bulkOptionsSchema,
  },
  listBulkChanges: {
    ...plain,
    method: 'GET',
    path: '/subscription/bulk-change',
    query: bulkChangeListQuerySchema,
    answer: bulkChangeListSchema,
  },
  prepareBulkChange: {
    ...plain,
    method: 'POST',
    path: '/subscription/bulk-change',
    body: prepareBulkChangeSchema,
    answer: bulkChangeSchema,
    status: 201,
  },
  importSubscribers: {
    ...plain,
    method: 'POST',
    path: '/subscription/import',
    contentType: 'multipart/form-data',
    body: importSubscribersSchema,
    // The file, and room for the multipart around it.
    maximumBytes: maximumImportBytes + 16 * 1024,
    tooLarge: importFileTexts.tooLarge,
    answer: bulkChangeSchema,
    status: 201,
  },
  getBulkChange: {
    ...plain,
    method: 'GET',
    path: '/subscription/bulk-change/:id',
    id: bulkIdSchema,
    answer: bulkChangeSchema,
  },
  decideBulkChange: {
    ...plain,
    method: 'POST',
    path: '/subscription/bulk-change/:id',
    id: bulkIdSchema,
    body: decideBulkChangeSchema,
    answer: bulkChangeSchema,
  },
  listBulkRows: {
    ...plain,
    method: 'GET',
    path: '/subscription/bulk-change/:id/row',
    id: bulkIdSchema,
    query: bulkRowListQuerySchema,
    answer: bulkRowListSchema,
  },

  getWidgetDiagnosis: {
    ...plain,
    method: 'GET',
    path: '/theme',
    query: widgetDiagnosisQuerySchema,
    answer: widgetDiagnosisSchema,
  },
  installWidget: { ...plain, method: 'PATCH', path: '/theme', answer: installWidgetAnswerSchema },
} as const satisfies EndpointTable;
