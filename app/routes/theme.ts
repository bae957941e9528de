import { z } from 'zod';
import { postRoute } from '../admission/post-route.server.ts';

/** POST, without a body, installs the widget, and answers how it stands on the theme (`installWidgetAnswerSchema`). */
export const action = postRoute(z.unknown(), 'Invalid request', (client) => client.installWidget());
