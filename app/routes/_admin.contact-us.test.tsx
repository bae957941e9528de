import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import ContactPage, { loader } from './_admin.contact-us.tsx';

const { mounted } = await vi.hoisted(async () => {
  process.env.SUPPORT_EMAIL = 'help@cadence.example';
  process.env.SUPPORT_PHONE = '+1 (202) 555-0100';
  return await import('../testing/api-in-test.ts');
});
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

beforeAll(prepareScreenTests);

it('the Contact page leads to the support that is configured, in a narrow layout', async () => {
  showScreen([{ path: '/', Component: ContactPage, loader }]);
  const title = await screen.findByRole('heading', { name: 'Have any queries?' });
  expect(title.closest('.Polaris-Page--narrowWidth')).not.toBeNull();
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('help@cadence.example')).toBe('mailto:help@cadence.example');
  expect(addressOf('+1 (202) 555-0100')).toBe('sms:+12025550100');
});
