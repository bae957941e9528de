import { pino } from 'pino';
import { environment } from './env.server.ts';

/** The app's log. Callers pass paths without their query: a document's address carries `id_token`. */
export const logger = pino({ name: 'cadence', level: environment.LOG_LEVEL });
