import { Form, useLocation } from '@remix-run/react';
import { BlockStack, Box, Button, InlineStack, Text, UnstyledLink } from '@shopify/polaris';
import type { CSSProperties, ReactNode } from 'react';
import type { Portal } from '#contract/portal.ts';
import { createConnectedFetch, usePageFetch } from '../network/page-fetch.ts';
import { isAt, portalMenuItems } from './portal-menu-items.ts';
import { useOwnSession } from './use-own-session.ts';

/** The portal of a session, and the mark by which the browser knows that it has it. */
export type ShownPortal = Portal & { mark: string };

/** The frame of every portal page: the store's name, navigation and sign-out. */
export function PortalFrame({ portal, children }: { portal: ShownPortal; children: ReactNode }) {
  const { pathname } = useLocation();
  usePageFetch(createConnectedFetch);
  if (!useOwnSession(portal.mark)) return null;
  return (
    <>
      <header>
        <Box
          background="bg-surface"
          borderBlockEndWidth="025"
          borderColor="border"
          padding="300"
          paddingInline={{ xs: '400', md: '600' }}
        >
          <BlockStack gap="300">
            <InlineStack align="space-between" blockAlign="center" gap="300">
              <BlockStack>
                <Text as="p" variant="headingMd" breakWord>
                  {portal.shopName}
                </Text>
                <Text as="p" tone="subdued" variant="bodySm">
                  Vendor portal
                </Text>
              </BlockStack>
              <InlineStack gap="200" blockAlign="center">
                <Button url="/portal/sessions" variant="tertiary">
                  Open sessions
                </Button>
                <Form method="post" action="/portal/sign-out" reloadDocument>
                  <Button submit>Sign out</Button>
                </Form>
              </InlineStack>
            </InlineStack>
            <nav aria-label="Vendor portal">
              <ul style={listStyle}>
                {portalMenuItems.map(({ label, url }) => {
                  const isCurrent = isAt(url, pathname);
                  return (
                    <li key={url}>
                      <UnstyledLink
                        url={url}
                        aria-current={isCurrent ? 'page' : undefined}
                        style={isCurrent ? currentStyle : linkStyle}
                      >
                        <Text as="span" fontWeight={isCurrent ? 'semibold' : 'medium'}>
                          {label}
                        </Text>
                      </UnstyledLink>
                    </li>
                  );
                })}
              </ul>
            </nav>
          </BlockStack>
        </Box>
      </header>
      <main>{children}</main>
    </>
  );
}

const listStyle: CSSProperties = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 'var(--p-space-100)',
  listStyle: 'none',
  margin: 0,
  padding: 0,
};

const linkStyle: CSSProperties = {
  display: 'block',
  padding: 'var(--p-space-150) var(--p-space-300)',
  borderRadius: 'var(--p-border-radius-200)',
  color: 'var(--p-color-text)',
  textDecoration: 'none',
};

const currentStyle: CSSProperties = {
  ...linkStyle,
  background: 'var(--p-color-bg-surface-selected)',
};
