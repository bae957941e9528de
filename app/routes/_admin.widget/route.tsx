import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useNavigate, useRevalidator } from '@remix-run/react';
import { Banner, BlockStack, Page } from '@shopify/polaris';
import { useCallback } from 'react';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import { themeTexts } from '#contract/widget.ts';
import { authenticateMerchant } from '../../admission/authenticate.server.ts';
import { useAdmin } from '../../bridge/admin.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useResourceRequest } from '../../resource-routes/use-resource-request.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { WidgetDoctor } from '../../widget/WidgetDoctor.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const product = new URL(request.url).searchParams.get('product');
  const query = product && /^\d{1,20}$/.test(product) ? globalIdOf('Product', product) : undefined;
  return json(await orErrorPage(client.getWidgetDiagnosis({ query: { productId: query } })));
}

/** The widget doctor: why customers don't see the widget, in the store and on one product. */
export default function WidgetPage() {
  const diagnosis = useLoaderData<typeof loader>();
  const connect = useAdmin();
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const { install, isInstalling, failure } = useInstall(revalidate);
  const choose = useCallback(async () => {
    const [admin, { pickedProduct }] = await Promise.all([
      connect(),
      import('./picked-product.ts'),
    ]);
    const id = pickedProduct(await admin.pickProduct());
    if (id !== null) navigate(`/widget?product=${originalIdOf(id)}`);
  }, [connect, navigate]);
  const { storefrontUrl } = diagnosis;
  return (
    <Page
      title="Storefront widget"
      backAction={{ content: 'Home', url: '/' }}
      primaryAction={{
        content: 'Check again',
        onAction: revalidate,
        loading: state === 'loading',
      }}
      secondaryActions={[
        { content: 'Check a product', onAction: choose },
        ...(storefrontUrl === null
          ? []
          : [{ content: 'View in your online store', url: storefrontUrl, external: true }]),
      ]}
    >
      <BlockStack gap="400">
        {failure === undefined ? null : <Banner tone="critical" title={failure.message} />}
        <WidgetDoctor diagnosis={diagnosis} onInstall={install} isInstalling={isInstalling} />
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
      path: '/theme',
      answer: async () => (await import('#contract/theme.ts')).installWidgetAnswerSchema,
    });
    if (answer === undefined) return;
    showToast(answer.message ?? themeTexts.updated, { isError: answer.message !== null });
    onInstalled();
  }, [ask, onInstalled, showToast]);
  return { install, isInstalling, failure };
}
