import { nothing, resourceAction, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers how the widget stands on the theme (`widgetDiagnosisSchema`). */
export const loader = resourceLoader(nothing, ({ client }) => client.getWidgetDiagnosis());

/** POST, without a body, installs the widget, and answers how it stands on the theme (`installWidgetAnswerSchema`). */
export const action = resourceAction(nothing, ({ client }) => client.installWidget());
