import { Banner } from '@shopify/polaris';
import { themeTexts } from '#contract/widget.ts';

/** The theme can't show what was saved until the merchant changes it by hand. */
export function ManualThemeUpdate() {
  return (
    <Banner
      tone="warning"
      title={themeTexts.manualUpdateRequired}
      action={{ content: 'Check the widget', url: '/widget' }}
    >
      <p>What you saved is kept, but your theme does not show it yet.</p>
    </Banner>
  );
}
