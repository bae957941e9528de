import { describe, expect, it } from 'vitest';
import { type Endpoint, nothing } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const entries: Array<[string, Endpoint]> = Object.entries(endpoints);

describe('the table of endpoints', () => {
  it('has every method and path once', () => {
    const places = entries.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`);
    expect(places).toEqual([...new Set(places)]);
  });

  it.each(entries)('says of %s all that goes together', (_, endpoint) => {
    expect(endpoint.path.includes(':id')).toBe(endpoint.id !== nothing);
    expect(endpoint.status === 204).toBe(endpoint.answer === nothing);
    if (endpoint.method === 'GET') expect(endpoint.body).toBe(nothing);
  });

  it('makes a global id of the id in a path', () => {
    expect(endpoints.getDeliveryProfile.id.parse('7')).toBe('gid://shopify/DeliveryProfile/7');
    expect(endpoints.getDeliveryProfile.id.safeParse('7/x').error?.issues[0]?.message).toBe(
      'Delivery profile not found',
    );
  });
});
