import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { diagnoseWidget } from './diagnosis.ts';
import { installWidget } from './install.ts';

export const themeHandlers = {
  getWidgetDiagnosis: (context, { query }) => diagnoseWidget(context, query.productId),
  installWidget: (context) => installWidget(context),
} satisfies Partial<SubscriptionApiHandlers>;
