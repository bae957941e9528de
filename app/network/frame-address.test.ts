import { describe, expect, it } from 'vitest';
import { reloadableAddress, visibleAddress } from './frame-address.ts';

const shopAndHost = { shop: 'a.myshopify.com', host: 'aG9zdA==' };

describe('reloadableAddress', () => {
  it('drops the used-up token and signature, and keeps what a reload needs', () => {
    const address = reloadableAddress(
      'http://localhost:4000/shipping?query=x&id_token=t&hmac=h&timestamp=1&session=s&locale=en',
      shopAndHost,
    );
    expect(address).toBe(
      'http://localhost:4000/shipping?query=x&embedded=1&shop=a.myshopify.com&host=aG9zdA%3D%3D',
    );
  });

  it('changes nothing the second time', () => {
    const once = reloadableAddress('http://localhost:4000/', shopAndHost);
    expect(reloadableAddress(once, shopAndHost)).toBe(once);
  });
});

describe('visibleAddress', () => {
  it("shows only the screen's own part", () => {
    expect(
      visibleAddress({
        pathname: '/shipping',
        search: '?shop=a&host=b&embedded=1&id_token=c&query=x',
        hash: '#new',
      }),
    ).toEqual({ pathname: '/shipping', search: '?query=x', hash: '' });
  });

  it('names the screen that a page fetching a token goes back to', () => {
    const reload = 'http://localhost:4000/shipping?query=x&embedded=1&shop=a&host=b';
    const search = `?query=x&shop=a&host=b&shopify-reload=${encodeURIComponent(reload)}`;
    expect(visibleAddress({ pathname: '/auth/session-token', search, hash: '' })).toEqual({
      pathname: '/shipping',
      search: '?query=x',
      hash: '',
    });
  });

  it('falls back to the first screen where that is not an address', () => {
    const location = {
      pathname: '/auth/session-token',
      search: '?shopify-reload=nowhere',
      hash: '',
    };
    expect(visibleAddress(location)).toEqual({ pathname: '/', search: '', hash: '' });
  });
});
