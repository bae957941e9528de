import { expect, it } from 'vitest';
import { themeTexts, widgetBlocks } from '#contract/theme.ts';
import { assertReadable, readThemeFiles } from './theme-files.ts';

const app = { apiKey: 'key', handle: 'cadence' };
const theme = { id: 'gid://shopify/OnlineStoreTheme/1', name: 'Dawn' };
const settings = (content?: string) => ({
  filename: 'config/settings_data.json',
  body: { content },
});
const product = {
  filename: 'templates/product.json',
  body: {
    content: JSON.stringify({
      sections: {
        main: {
          type: 'main-product',
          blocks: { a: { type: `shopify://apps/cadence/blocks/${widgetBlocks.block}/1` } },
        },
      },
    }),
  },
};

it.each([
  ['that are no JSON', '{"current": '],
  ['of another form', '{"current": 7}'],
  ['that come as an address', undefined],
])('settings of a theme %s do not say that the widget is off', (_, content) => {
  const unread = readThemeFiles(app, theme, [settings(content)]);
  expect(() => assertReadable(unread)).toThrow(themeTexts.unreadable);
  // The product template alone proves that the widget is on.
  const reading = readThemeFiles(app, theme, [settings(content), product]);
  expect(reading.state.isWidgetOn).toBe(true);
  assertReadable(reading);
});

it('a theme without settings, or with a preset, has no embed on', () => {
  for (const files of [[], [settings('{"current": "Default"}')]]) {
    expect(readThemeFiles(app, theme, files).state.isWidgetOn).toBe(false);
  }
});
