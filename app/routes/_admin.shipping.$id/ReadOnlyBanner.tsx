import { Banner } from '@shopify/polaris';

/** Says why a profile of the merchant's own cannot be changed here, and what to do instead. */
export function ReadOnlyBanner() {
  return (
    <Banner
      tone="warning"
      title="This delivery profile can’t be changed here"
      action={{ content: 'Choose another delivery profile', url: '/shipping' }}
    >
      <p>
        Your store sets up shipping by market. Changes that apps make to your own delivery profiles
        have no effect there, and what you see here may be out of date. Set up your shipping rates
        under Markets in your admin. To ship selling plans at rates of their own, use a delivery
        profile that was added in Cadence.
      </p>
    </Banner>
  );
}
