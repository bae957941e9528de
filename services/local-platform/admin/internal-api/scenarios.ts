import { z } from 'zod';
import { request } from './request.ts';

const scenariosSchema = z
  .object({
    scenarios: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        sentence: z.string(),
        service: z.enum(['shipstation', 'platform']),
        on: z.array(z.object({ shop: z.string().nullable(), times: z.number().nullable() })),
      }),
    ),
  })
  .transform(({ scenarios }) => scenarios);

/** A way in which ShipStation or the Admin API can fail; `on` lists for which shops (null: all) and how many calls. */
export type Scenario = z.infer<typeof scenariosSchema>[number];

export const serviceNames = { shipstation: 'ShipStation', platform: 'Admin API' } as const;

export const loadScenarios = (signal: AbortSignal): Promise<Scenario[]> =>
  request('/scenarios', scenariosSchema, { below: '/qa', signal });

/** Starts a scenario for every store, or ends it. */
export async function switchScenario(name: string, on: boolean): Promise<void> {
  await request(`/scenarios/${name}`, z.unknown(), {
    below: '/qa',
    ...(on ? { body: {} } : { method: 'DELETE' }),
  });
}

export async function endScenarios(): Promise<void> {
  await request('/scenarios', z.unknown(), { below: '/qa', method: 'DELETE' });
}
