import { describe, expect, it, vi } from 'vitest';
import { setDocumentHeaders } from './document-headers.server.ts';

vi.hoisted(() => {
  process.env.ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
});

function policyAt(path: string): string {
  const headers = new Headers();
  setDocumentHeaders(headers, 'n', new URL(path, 'https://cadence.example'));
  return headers.get('Content-Security-Policy') ?? '';
}

describe("a document's Content-Security-Policy", () => {
  it.each(['/portal', '/portal/users', '/portal/open?token=t&shop=a.myshopify.com'])(
    'lets nobody frame the portal, and has nothing of the platform in it: %s',
    (path) => {
      expect(policyAt(path)).toContain("frame-ancestors 'none'");
      expect(policyAt(path)).not.toContain('shopify');
    },
  );

  it.each(['/?shop=a.myshopify.com', '/portals?shop=a.myshopify.com'])(
    "lets the shop's admin frame the app: %s",
    (path) => {
      expect(policyAt(path)).toContain(
        'frame-ancestors https://a.myshopify.com https://admin.shopify.com',
      );
      expect(policyAt(path)).toContain("script-src 'self' 'nonce-n' https://cdn.shopify.com");
    },
  );
});
