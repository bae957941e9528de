import { createLogger } from '#process/logger.ts';
import { environment } from '../environment.server.ts';

/** The app's log. Callers pass paths without their query: a document's address carries `id_token`. */
export const logger = createLogger({ level: environment.logLevel, service: 'app' });
