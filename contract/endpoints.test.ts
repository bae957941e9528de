import { describe, expect, it } from 'vitest';
import { type Endpoint, nothing } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { portalDoorEndpoints, portalEndpoints } from './portal-endpoints.ts';

const portalEntries: Array<[string, Endpoint]> = Object.entries({
  ...portalDoorEndpoints,
  ...portalEndpoints,
});
const entries: Array<[string, Endpoint]> = [...Object.entries(endpoints), ...portalEntries];

describe('the tables of endpoints', () => {
  it('have every method and path once', () => {
    const places = entries.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`);
    expect(places).toEqual([...new Set(places)]);
  });

  it('keep what is for the portal apart by its path', () => {
    const isPortals = (endpoint: Endpoint) => /^\/portal(\/|$)/.test(endpoint.path);
    expect(portalEntries.every(([, endpoint]) => isPortals(endpoint))).toBe(true);
    expect(Object.values(endpoints).some(isPortals)).toBe(false);
  });

  it.each(entries)('say of %s all that goes together', (_, endpoint) => {
    expect(endpoint.path.includes(':id')).toBe(endpoint.id !== nothing);
    expect(endpoint.status === 204).toBe(endpoint.answer === nothing);
    if (endpoint.method === 'GET') expect(endpoint.body).toBe(nothing);
  });

  it('make a global id of the id in a path', () => {
    expect(endpoints.getDeliveryProfile.id.parse('7')).toBe('gid://shopify/DeliveryProfile/7');
    expect(endpoints.getDeliveryProfile.id.safeParse('7/x').error?.issues[0]?.message).toBe(
      'Delivery profile not found',
    );
  });
});
