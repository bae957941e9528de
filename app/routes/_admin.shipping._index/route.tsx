import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useRevalidator, useSearchParams } from '@remix-run/react';
import { Banner, BlockStack, Card, Page } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import { authenticateMerchant } from '#app/admission/authenticate.server.ts';
import {
  createDeliveryProfileSchema,
  type DeliveryProfileList,
  deliveryProfileListQuerySchema,
} from '#contract/delivery-profile.ts';
import { useToast } from '../../bridge/toast.tsx';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-delivery-profiles.svg?inline';
import { submitForm } from '../../forms/submission.ts';
import { useRememberedList } from '../../list/last-address.ts';
import { cachedScreen } from '../../screen-data/cached-screen.ts';
import { UpdateRequiredError } from '../../subscription-api/errors.ts';
import { failureOf, orErrorPage } from '../../subscription-api/failure.ts';
import { DeliveryProfileTable } from './DeliveryProfileTable.tsx';
import { NewDeliveryProfileModal } from './NewDeliveryProfileModal.tsx';

const emptyList: DeliveryProfileList = {
  deliveryProfiles: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

/** GET the page of profiles that the address asks for. A failure gives an empty list with its message (§4). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const asked = deliveryProfileListQuerySchema.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const query = asked.success ? asked.data : {};
  try {
    const list = await client.listDeliveryProfiles({ query });
    return json({ ...list, failure: null as string | null });
  } catch (error) {
    if (error instanceof UpdateRequiredError) return orErrorPage(Promise.reject(error));
    const { failure } = failureOf(error);
    return json({ ...emptyList, failure: failure.message });
  }
}

const screen = cachedScreen<typeof loader>();
export const { clientLoader, clientAction, shouldRevalidate } = screen;

export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const formData = await request.formData();
  const key = formData.get('idempotencyKey');
  return submitForm(formData, createDeliveryProfileSchema, (body) =>
    client.createDeliveryProfile({
      body,
      idempotencyKey: typeof key === 'string' ? key : undefined,
    }),
  );
}

/** Specification §2, "Delivery Profiles list". */
export default function DeliveryProfilesPage() {
  const data = screen.useData();
  const { deliveryProfiles, pageInfo, failure } = data;
  useRememberedList();
  const [searchParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const { revalidate, state } = useRevalidator();
  const showToast = useToast();
  const add = useCallback(() => setAdding(true), []);
  const close = useCallback(() => setAdding(false), []);
  const created = useCallback(() => {
    setAdding(false);
    showToast('Delivery profile created');
  }, [showToast]);

  const nothingYet =
    failure === null &&
    deliveryProfiles.length === 0 &&
    !searchParams.has('query') &&
    !searchParams.has('after') &&
    !searchParams.has('before');

  return (
    <Page title="Shipping and delivery" primaryAction={{ content: 'Add', onAction: add }}>
      <BlockStack gap="400">
        {failure === null ? null : (
          <Banner
            tone="critical"
            title={failure}
            action={{ content: 'Try again', onAction: revalidate, loading: state === 'loading' }}
          />
        )}
        {nothingYet ? (
          <Card>
            <IllustratedEmptyState
              heading="No delivery profile yet"
              image={illustration}
              action={{ content: 'Add delivery profile', onAction: add }}
            >
              <p>A delivery profile says from where and at what rates subscriptions are shipped.</p>
            </IllustratedEmptyState>
          </Card>
        ) : failure === null || deliveryProfiles.length > 0 ? (
          <DeliveryProfileTable profiles={deliveryProfiles} pageInfo={pageInfo} />
        ) : null}
      </BlockStack>
      {adding ? <NewDeliveryProfileModal onClose={close} onCreated={created} /> : null}
    </Page>
  );
}
