import { describe, expect, it } from 'vitest';
import { type Endpoint, nothing } from './endpoint.ts';
import { apiPrefix, endpoints } from './endpoints.ts';
import { portalEndpoints, portalSignInEndpoints } from './portal-endpoints.ts';

const portalEntries: Array<[string, Endpoint]> = Object.entries({
  ...portalSignInEndpoints,
  ...portalEndpoints,
});
const entries: Array<[string, Endpoint]> = [...Object.entries(endpoints), ...portalEntries];

/** Specification §7, "Endpoints". */
const specified = [
  'GET /subscription/selling-plan-group',
  'POST /subscription/selling-plan-group',
  'PATCH /subscription/selling-plan-group/:id',
  'DELETE /subscription/selling-plan-group/:id',
  'GET /subscription/selling-plan-group/:id',
  'POST /subscription/selling-plan-group/variant',
  'DELETE /subscription/selling-plan-group/variant/:id',
  'GET /vendor',
  'PATCH /vendor/settings',
  'POST /vendor/magic-link',
  'GET /vendor/settings/notifications',
  'PATCH /vendor/settings/notifications',
  'PATCH /vendor/settings/gifs',
  'PATCH /theme',
  'GET /requested-scope',
  'POST /vendor/faq-page',
  'GET /proposed-vendor',
  'POST /proposed-vendor',
  'GET /delivery-profile',
  'GET /delivery-profile/:id',
  'POST /delivery-profile',
  'PATCH /delivery-profile',
  'POST /vendor/integrations',
  'GET /products',
  'GET /products/shopify/:id/rotation',
  'PATCH /products/shopify/:id/rotation',
  'POST /order/sync',
  'POST /upload/picture',
  'POST /api/graphql',
];

describe('the tables of endpoints', () => {
  it('have those of the specification at their methods and paths', () => {
    expect(apiPrefix).toBe('/api/integrations/shopify');
    const places = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(specified.filter((place) => !places.includes(place))).toEqual([]);
  });

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
