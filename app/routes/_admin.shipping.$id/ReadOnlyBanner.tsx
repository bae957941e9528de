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
        Your store sets up shipping by market, so apps can’t change your own delivery profiles, and
        what you see here may be out of date. Set your shipping rates under Markets in your admin.
        To ship selling plans at separate rates, use a delivery profile added in Cadence.
      </p>
    </Banner>
  );
}
