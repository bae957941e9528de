import { Hono } from 'hono';
import { within } from '../deadline.ts';
import { type Database, pingDatabase } from '../store/database.ts';
import type { RequestVariables } from './endpoint-routes.ts';

/** `GET /healthz`: the process is alive. `GET /readyz`: the database answers too. */
export function healthRoutes(database: Database): Hono<RequestVariables> {
  return new Hono<RequestVariables>()
    .get('/healthz', (context) => context.json({ status: 'ok' }))
    .get('/readyz', async (context) => {
      try {
        await within(context.get('deadline'), pingDatabase(database));
        return context.json({ status: 'ready' });
      } catch (error) {
        context.get('logger').error({ error }, 'the database does not answer');
        return context.json({ status: 'not ready' }, 503);
      }
    });
}
