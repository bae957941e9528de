import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Banner, Button, InlineStack } from '@shopify/polaris';
import { updateRotationSchema } from '#contract/rotation.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { MessagePage } from '../../components/MessagePage.tsx';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { loadRotation, productIdOf } from './load-rotation.server.ts';
import { ManageRotation } from './ManageRotation.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const id = productIdOf(new URL(request.url));
  if (id === null) return json({ loaded: 'not found' as const, failure: null });
  const { loaded, answeredWith } = await loadRotation(client, id);
  const failure = typeof loaded === 'string' ? null : loaded.failure;
  return json({ loaded, failure }, answeredWith);
}

const screen = cachedScreen<typeof loader>({
  // Another search names another product.
  whenFailed: (shown, failure, sameAddress) => (sameAddress ? { ...shown, failure } : undefined),
});
export const { clientLoader, clientAction, shouldRevalidate } = screen;

const formSchema = updateRotationSchema.extend({
  // A form without fields of this name means that no product is left.
  products: updateRotationSchema.shape.products.default([]),
});

/** Saves the order of the product that the form names. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'save-rotation': ({ formData }) => {
      const id = String(formData.get('productId'));
      return saveForm(
        formData,
        formSchema,
        async (body) => (await client.updateRotation({ id, body })).payload,
        { loadLatest: async () => (await client.getRotation({ id })).payload },
      );
    },
  });
}

/** Specification §2, "Manage Rotation". */
export default function ManageRotationPage() {
  const { loaded, failure } = screen.useData();
  if (loaded === 'not found') return <NoProduct />;
  return <ManageRotation key={loaded.productId} loaded={loaded} failure={failure} />;
}

/** Shown if the address names no product, or one that the store doesn't have. */
function NoProduct() {
  const adminScreen = useAdminScreen();
  return (
    <MessagePage
      title="Choose a product first"
      text="We couldn’t find this product in your store. Open one from Products, then choose Manage rotation under More actions."
    >
      {adminScreen.failure ? <Banner tone="critical" title={adminScreen.failure} /> : null}
      <InlineStack>
        <Button onClick={() => adminScreen.open('/products')}>Open products</Button>
      </InlineStack>
    </MessagePage>
  );
}
