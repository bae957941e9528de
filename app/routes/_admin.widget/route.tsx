import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useNavigation, useRevalidator } from '@remix-run/react';
import { Banner, BlockStack, Page } from '@shopify/polaris';
import { useCallback } from 'react';
import { globalIdOf } from '#contract/original-id.ts';
import type { WidgetDiagnosis } from '#contract/theme.ts';
import { themeTexts } from '#contract/widget.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useToast } from '../../bridge/toast.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { useProductChoice } from './use-product-choice.ts';
import { WidgetDoctor } from './WidgetDoctor.tsx';

type Loaded = { diagnosis: WidgetDiagnosis | null; failure: string | null };

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const product = new URL(request.url).searchParams.get('product');
  const query = product && /^\d{1,20}$/.test(product) ? globalIdOf('Product', product) : undefined;
  const diagnosis = await orErrorPage(client.getWidgetDiagnosis({ query: { productId: query } }));
  return json<Loaded>({ diagnosis, failure: null });
}

const screen = cachedScreen<typeof loader>({
  // A problem with one product doesn't apply to another.
  whenFailed: ({ diagnosis }, failure, sameAddress) => ({
    diagnosis: sameAddress ? diagnosis : null,
    failure,
  }),
});
export const { clientLoader, shouldRevalidate } = screen;

/** The widget doctor: why customers don't see the widget, in the store and on one product. */
export default function WidgetPage() {
  const { diagnosis, failure } = screen.useData();
  const isLeaving = useNavigation().state === 'loading';
  const { revalidate, state } = useRevalidator();
  useRevalidateOnFocus();
  const installing = useInstall(revalidate);
  const product = useProductChoice();
  const storefrontUrl = diagnosis?.storefrontUrl ?? null;
  return (
    <Page
      title="Storefront widget"
      backAction={{ content: 'Home', url: '/' }}
      primaryAction={{
        content: 'Check again',
        onAction: revalidate,
        loading: isLeaving || state === 'loading',
      }}
      secondaryActions={[
        { content: 'Check a product', onAction: () => void product.choose() },
        ...(storefrontUrl === null
          ? []
          : [{ content: 'View in your online store', url: storefrontUrl, external: true }]),
      ]}
    >
      <BlockStack gap="400">
        {failure === null ? null : (
          <Banner tone="critical" title="We couldn’t check the widget">
            {failure}
          </Banner>
        )}
        {product.failure ? <Banner tone="critical" title={product.failure} /> : null}
        {installing.failure ? (
          <Banner tone="critical" title={themeTexts.installFailed}>
            {installing.failure.message}
          </Banner>
        ) : null}
        {diagnosis ? (
          <WidgetDoctor
            diagnosis={diagnosis}
            onInstall={installing.install}
            isInstalling={installing.isInstalling}
          />
        ) : null}
      </BlockStack>
    </Page>
  );
}

function useInstall(onInstalled: () => void) {
  const showToast = useToast();
  const { ask, isAsking: isInstalling, failure } = useResourceRequest();
  const install = useCallback(async () => {
    const { answer } = await ask({
      method: 'POST',
      path: '/resources/theme',
      answer: async () => (await import('#contract/theme.ts')).installWidgetAnswerSchema,
    });
    if (answer === undefined) return;
    const { manualThemeUpdateRequired } = answer;
    showToast(manualThemeUpdateRequired ? themeTexts.manualUpdateRequired : themeTexts.updated);
    onInstalled();
  }, [ask, onInstalled, showToast]);
  return { install, isInstalling, failure };
}
