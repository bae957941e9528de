import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { onboardingSteps } from '#contract/limits.ts';
import { opensTheApp } from '#contract/opens-the-app.ts';
import { createProposedVendorSchema } from '#contract/proposed-vendor.ts';
import { createSellingPlanGroupSchema } from '#contract/selling-plan-group.ts';
import { authenticateMerchant } from '../../admission/authenticate.server.ts';
import { redirectInFrame } from '../../admission/redirect-in-frame.server.ts';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { GetStarted } from './GetStarted.tsx';
import { Home, HomeBeforeApproval } from './Home.tsx';

/** One for the shop, not one for each tab: pressed in two of them at once it is still one plan. */
const simplePlanKey = 'get-started-simple-plan';

/** Where each vendor status leads (specification §2, "App shell and navigation"). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const vendor = await orErrorPage(client.getVendor());
  if (opensTheApp(vendor)) return json({ proposedVendor: null });
  const proposedVendor = await orErrorPage(client.getProposedVendor());
  if (proposedVendor.stepsCompleted >= onboardingSteps) {
    throw redirectInFrame(request, '/fixed-subscription');
  }
  return json({ proposedVendor });
}

/** The sign-up, a selling plan group (simple or the merchant's own), and the widget. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    apply: ({ formData, idempotencyKey }) =>
      saveForm(formData, createProposedVendorSchema, (body) =>
        client.createProposedVendor({ body, idempotencyKey }),
      ),
    'save-group': ({ formData, idempotencyKey }) =>
      saveForm(formData, createSellingPlanGroupSchema, (body) =>
        client.createSellingPlanGroup({ body, idempotencyKey }),
      ),
    'create-simple-plan': ({ formData }) =>
      saveForm(formData, createSellingPlanGroupSchema, (body) =>
        client.createSellingPlanGroup({ body, idempotencyKey: simplePlanKey }),
      ),
    'install-widget': ({ formData }) =>
      saveForm(formData, z.object({}), () => client.installWidget()),
  });
}

export { formClientAction as clientAction } from '../../forms/form-client-action.ts';

export { shouldRevalidate } from '../../forms/should-revalidate.ts';

export default function IndexPage() {
  const { proposedVendor } = useLoaderData<typeof loader>();
  if (proposedVendor === null) return <Home />;
  if (proposedVendor.isOnboardingDismissed)
    return <HomeBeforeApproval onboarding={proposedVendor} />;
  return <GetStarted proposedVendor={proposedVendor} />;
}
