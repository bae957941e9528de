import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Banner } from '@shopify/polaris';
import { z } from 'zod';
import { onboardingSteps } from '#contract/limits.ts';
import { createProposedVendorSchema, type ProposedVendor } from '#contract/proposed-vendor.ts';
import { createSellingPlanGroupSchema } from '#contract/selling-plan-group.ts';
import { opensTheApp } from '#contract/vendor-status.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { redirectInFrame } from '../../auth/redirect-in-frame.server.ts';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { GetStarted } from './GetStarted.tsx';
import { Home, HomeBeforeApproval } from './Home.tsx';

/** One key for the whole shop, so that presses in two tabs make one plan. */
const simplePlanKey = 'get-started-simple-plan';

type Loaded = { proposedVendor: ProposedVendor | null; failure: string | null };

/** Sends each vendor status to its screen (specification §2, "App shell and navigation"). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const vendor = await orErrorPage(client.getVendor());
  if (opensTheApp(vendor)) return json<Loaded>({ proposedVendor: null, failure: null });
  const proposedVendor = await orErrorPage(client.getProposedVendor());
  if (proposedVendor.stepsCompleted >= onboardingSteps) {
    throw redirectInFrame(request, '/fixed-subscription');
  }
  return json<Loaded>({ proposedVendor, failure: null });
}

/** The forms of Get started: the sign-up, a selling plan group (simple or the merchant's own), and the widget. */
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

// Always loads, so that an operator's decision shows at the next visit. If loading fails, the shown screen stays, with the failure.
const screen = cachedScreen<typeof loader>({
  isAlwaysAsked: true,
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, clientAction, shouldRevalidate } = screen;

export default function IndexPage() {
  const { proposedVendor, failure } = screen.useData();
  const notice = failure === null ? null : <Banner tone="critical" title={failure} />;
  if (proposedVendor === null) return <Home notice={notice} />;
  if (proposedVendor.isOnboardingDismissed)
    return <HomeBeforeApproval onboarding={proposedVendor} notice={notice} />;
  return <GetStarted proposedVendor={proposedVendor} notice={notice} />;
}
