import { describe, expect, it } from 'vitest';
import {
  appPath,
  canonical,
  formatAddress,
  fromHostPath,
  localPath,
  parseAddress,
  sameAddress,
  splitApp,
  splitStore,
  storePath,
  toHostPath,
  withoutLaunchParameters,
} from './addresses.ts';

const adminOrigin = 'https://admin.localhost:4443';

describe('the app’s path and the address bar', () => {
  it.each([
    ['/', '/store/roastery/apps/cadence'],
    ['/settings', '/store/roastery/apps/cadence/settings'],
    [
      '/fixed-subscription/12?tab=plans#top',
      '/store/roastery/apps/cadence/fixed-subscription/12?tab=plans#top',
    ],
    [
      '/order-sync?ids%5B%5D=1&ids%5B%5D=2',
      '/store/roastery/apps/cadence/order-sync?ids%5B%5D=1&ids%5B%5D=2',
    ],
    ['/?welcome=1', '/store/roastery/apps/cadence?welcome=1'],
  ])('shows the screen %s at %s, and back', (screen, address) => {
    expect(appPath('roastery', 'cadence', screen)).toBe(address);
    const shown = parseAddress(address);
    const inApp = splitApp(splitStore(shown.pathname)?.path ?? '');
    expect(inApp?.name).toBe('cadence');
    expect(formatAddress({ ...shown, pathname: inApp?.path ?? '' })).toBe(screen);
  });

  it('reads a store’s own pages', () => {
    expect(splitStore('/store/roastery')).toEqual({ handle: 'roastery', path: '/' });
    expect(splitStore('/store/roastery/products/')).toEqual({
      handle: 'roastery',
      path: '/products',
    });
    expect(splitStore('/elsewhere')).toBeNull();
    expect(splitApp('/products')).toBeNull();
    expect(splitApp('/apps')).toBeNull();
  });

  it('keeps what launched the frame out of the address bar', () => {
    const launched = parseAddress(
      '/settings?hmac=1&id_token=secret&shop=a&tab=logo&host=b&embedded=1',
    );
    expect(formatAddress(withoutLaunchParameters(launched))).toBe('/settings?tab=logo');
    const clean = parseAddress('/settings?tab=logo');
    expect(withoutLaunchParameters(clean)).toBe(clean);
  });

  it('knows one address in two spellings', () => {
    expect(sameAddress(parseAddress('/a/?ids[]=1'), parseAddress('/a?ids%5B%5D=1'))).toBe(true);
    expect(sameAddress(parseAddress('/a?x=1'), parseAddress('/a?x=2'))).toBe(false);
    expect(sameAddress(parseAddress('/a#one'), parseAddress('/a#two'))).toBe(false);
    expect(canonical(parseAddress('/'))).toBe('/');
  });
});

describe('the host package’s addresses', () => {
  it.each([
    ['/store/roastery', '/admin'],
    ['/store/roastery/products/3', '/admin/products/3'],
    ['/store/roastery/apps/cadence/settings', '/admin/apps/cadence/settings'],
  ])('%s is %s there', (shown, host) => {
    expect(toHostPath(shown)).toBe(host);
    expect(fromHostPath('roastery', host)).toBe(shown);
  });

  it('keeps queries and leaves other paths alone', () => {
    expect(fromHostPath('roastery', '/admin/orders?query=a')).toBe(
      '/store/roastery/orders?query=a',
    );
    expect(fromHostPath('roastery', '/administrators')).toBe('/administrators');
    expect(fromHostPath('roastery', '/store/other/orders')).toBe('/store/other/orders');
  });
});

describe('where an absolute URL lands', () => {
  it.each([
    [
      'https://admin.localhost:4443/store/roastery/orders?query=a',
      '/store/roastery/orders?query=a',
    ],
    ['https://admin.localhost:4443/admin/products/3', '/store/roastery/products/3'],
    ['https://admin.shopify.com/store/other/settings', '/store/other/settings'],
    [
      'https://other.myshopify.com/admin/themes/current/editor?context=apps',
      '/store/other/themes/current/editor?context=apps',
    ],
    ['https://roastery.myshopify.com/admin', '/store/roastery'],
    ['https://roastery.myshopify.com/administrators', null],
    ['https://roastery.myshopify.com/products/3', null],
    ['http://roastery.myshopify.com/admin', null],
    ['https://roastery.myshopify.com.evil.example/admin', null],
    ['http://localhost:4000/settings', null],
    ['https://admin.localhost:9999/store/roastery', null],
  ])('%s → %s', (url, path) => {
    expect(localPath('roastery', new URL(url), adminOrigin)).toBe(path);
  });

  it('can’t be led out of a store by its name', () => {
    expect(storePath('a/b?c')).toBe('/store/a%2Fb%3Fc');
  });
});
