import { expect, it } from 'vitest';
import { executor, testPlatform } from '../test-platform.ts';
import { createStorefront } from './routes.ts';

it('shows the merchant’s pages to customers, while they are published', async () => {
  const platform = testPlatform();
  const make = `mutation($page: PageCreateInput!) { pageCreate(page: $page) { page {
    id metafield(namespace: "$app", key: "purpose") { value } } } }`;
  const mark = { namespace: '$app', key: 'purpose', type: 'single_line_text_field', value: 'faq' };
  const page = { title: 'Tea & FAQ', handle: 'faq', body: '<h2>Why?</h2>', metafields: [mark] };
  const made = await executor(platform)(make, { page });
  expect(made.data).toMatchObject({ pageCreate: { page: { metafield: { value: 'faq' } } } });
  const hidden = { title: 'Hidden', handle: 'hidden', isPublished: false };
  await executor(platform)(make, { page: hidden });

  const site = createStorefront(platform);
  const shown = await site.request('/roast-and-ritual/pages/faq');
  expect(await shown.text()).toContain('<h1>Tea &amp; FAQ</h1><h2>Why?</h2>');
  expect((await site.request('/roast-and-ritual/pages/hidden')).status).toBe(404);
  expect((await site.request('/first-crack/pages/faq')).status).toBe(404);
});
