import { describe, expect, it } from 'vitest';
import { afterGrant, scopesIn, scopeWords } from './authorization.ts';

const places = {
  appOrigin: 'http://localhost:4000',
  adminOrigin: 'https://admin.localhost:4443',
  adminHost: 'admin.localhost:4443',
  store: 'roastery',
  shop: 'roastery.myshopify.com',
  appInAdmin: '/store/roastery/apps/cadence',
};

describe('an authorisation request', () => {
  it('names scopes with commas or spaces, each once', () => {
    expect(
      scopesIn(new URLSearchParams({ scope: 'read_products, write_files read_products' })),
    ).toEqual(['read_products', 'write_files']);
    expect(scopesIn(new URLSearchParams())).toEqual([]);
  });

  it('says scopes in words', () => {
    expect(scopeWords('write_online_store_pages')).toBe('Edit online store pages');
    expect(scopeWords('read_orders')).toBe('View orders');
  });
});

describe('after the grant', () => {
  it('goes to a page of the app with what it needs to get back into its frame', () => {
    const next = new URL(
      afterGrant(
        new URLSearchParams({ redirect_uri: 'http://localhost:4000/settings?tab=1', state: 'x' }),
        places,
      ),
    );
    expect(next.origin + next.pathname).toBe('http://localhost:4000/settings');
    expect(Object.fromEntries(next.searchParams)).toEqual({
      tab: '1',
      shop: 'roastery.myshopify.com',
      host: btoa('admin.localhost:4443/store/roastery').replace(/=+$/, ''),
      state: 'x',
    });
  });

  it('goes to a page of the admin', () => {
    const redirect = 'https://admin.localhost:4443/store/roastery/apps/cadence/settings';
    expect(afterGrant(new URLSearchParams({ redirect_uri: redirect }), places)).toBe(
      '/store/roastery/apps/cadence/settings',
    );
  });

  it.each(['https://evil.example/', 'javascript:alert(1)', 'not a url', '//evil.example'])(
    'goes to the app instead of %s',
    (redirect) => {
      expect(afterGrant(new URLSearchParams({ redirect_uri: redirect }), places)).toBe(
        places.appInAdmin,
      );
    },
  );
});
