import { z } from 'zod';
import { getRoute } from '../requests/get-route.server.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** GET answers how the widget stands on the theme (`widgetDiagnosisSchema`). */
export const loader = getRoute(({ client }) => client.getWidgetDiagnosis());

/** POST, without a body, installs the widget, and answers how it stands on the theme (`installWidgetAnswerSchema`). */
export const action = postRoute(z.unknown(), 'Invalid request', (client) => client.installWidget());
