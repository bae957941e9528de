import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { VariantWork } from './use-variant-work.ts';
import { VariantListing } from './VariantListing.tsx';

function ignore() {}

it.each<[string, VariantWork, string]>([
  [
    'being listed',
    { phase: 'listing', change: 'add', found: 50 },
    'Loading the variants of this group: 50 variants of 1,078',
  ],
  [
    'not listed for a failure',
    { phase: 'listing-failed', change: 'add', message: 'Something went wrong!' },
    'Something went wrong!',
  ],
])('moves nothing on the screen while variants are %s', (_, work, text) => {
  render(
    <AppProvider i18n={translations}>
      <VariantListing work={work} total={1078} onClose={ignore} onRetry={ignore} />
    </AppProvider>,
  );
  const positions = [];
  for (let at: Element | null = screen.getByText(text); at; at = at.parentElement) {
    positions.push(getComputedStyle(at).position);
  }
  expect(positions).toContain('fixed');
});

it('says progress in whole percent', () => {
  render(
    <AppProvider i18n={translations}>
      <VariantListing
        work={{ phase: 'listing', change: 'add', found: 50 }}
        total={1078}
        onClose={ignore}
        onRetry={ignore}
      />
    </AppProvider>,
  );
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('4');
});
