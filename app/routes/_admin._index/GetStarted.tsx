import { useFetcher } from '@remix-run/react';
import {
  Badge,
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Page,
  ProgressBar,
  Text,
} from '@shopify/polaris';
import { type ReactNode, useCallback, useState } from 'react';
import { onboardingSteps, type ProposedVendor } from '#contract/proposed-vendor.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { type FormAnswer, firstErrorOf } from '../../forms/submission.ts';
import { SellingPlanGroupModal } from '../../selling-plan-group/SellingPlanGroupModal.tsx';
import { ApplyModal } from './ApplyModal.tsx';
import { useOnboardingSwitch } from './use-onboarding-switch.ts';

/** stepsCompleted after a plan was made, known here before it is loaded again (specification §4, §9). */
const stepsAfterPlan = 2;

/** Specification §2, "Get started (onboarding)": four steps, each locked until the one before is done. */
export function GetStarted({ proposedVendor }: { proposedVendor: ProposedVendor }) {
  const [planCreated, setPlanCreated] = useState(false);
  const [open, setOpen] = useState<'apply' | 'plan' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const createdPlan = useCallback(() => {
    setPlanCreated(true);
    setOpen(null);
  }, []);
  const { turn, isTurning, failure } = useOnboardingSwitch();
  const completed = Math.max(proposedVendor.stepsCompleted, planCreated ? stepsAfterPlan : 0);

  return (
    <Page
      title="Get started"
      narrowWidth
      secondaryActions={[
        { content: 'Dismiss', loading: isTurning, onAction: () => void turn(true) },
      ]}
    >
      <BlockStack gap="400">
        {failure === undefined ? null : <Banner tone="critical" title={failure} />}
        <Card>
          <BlockStack gap="200">
            <Text as="p">{`${completed} of ${onboardingSteps} steps completed`}</Text>
            <ProgressBar
              size="small"
              progress={(completed / onboardingSteps) * 100}
              ariaLabelledBy="get-started-progress"
            />
            <span id="get-started-progress" hidden>
              Steps completed
            </span>
          </BlockStack>
        </Card>
        <Step position={1} completed={completed} title="Tell us about your business">
          <InlineStack>
            <Button variant="primary" onClick={() => setOpen('apply')}>
              Apply
            </Button>
          </InlineStack>
        </Step>
        <Step position={2} completed={completed} title="Create a selling plan">
          <SimplePlan onCreated={createdPlan} onCreateOwn={() => setOpen('plan')} />
        </Step>
        <Step position={3} completed={completed} title="Attach plan to products">
          <InlineStack>
            <Button variant="primary" url="/fixed-subscription">
              Manage products
            </Button>
          </InlineStack>
        </Step>
        <Step position={4} completed={completed} title="Install Widget" />
      </BlockStack>
      {open === 'apply' ? <ApplyModal onClose={close} /> : null}
      {open === 'plan' ? <SellingPlanGroupModal onClose={close} onSaved={createdPlan} /> : null}
    </Page>
  );
}

type StepProps = { position: number; completed: number; title: string; children?: ReactNode };

function Step({ position, completed, title, children }: StepProps) {
  const done = completed >= position;
  const locked = completed < position - 1;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">{`${position}. ${title}`}</Text>
          {done ? <Badge tone="success">Completed</Badge> : null}
        </InlineStack>
        {locked ? (
          <Text as="p" tone="subdued">
            Please complete previous steps to unlock this step.
          </Text>
        ) : done ? null : (
          children
        )}
      </BlockStack>
    </Card>
  );
}

/** The simple plan is 1 product every week and can be changed later (specification §2, §9). */
function SimplePlan({
  onCreated,
  onCreateOwn,
}: {
  onCreated: () => void;
  onCreateOwn: () => void;
}) {
  const fetcher = useFetcher<FormAnswer<SellingPlanGroup>>();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const creating = fetcher.state !== 'idle';
  const answer = creating ? undefined : fetcher.data;
  const created = answer?.saved != null;
  return (
    <BlockStack gap="300">
      <Text as="p">The simple plan delivers 1 product every week. You can change it later.</Text>
      {created ? (
        <Banner tone="success" title="Success" onDismiss={onCreated} />
      ) : answer ? (
        <Banner tone="critical" title={firstErrorOf(answer.result) ?? 'Something went wrong'} />
      ) : null}
      <ButtonGroup>
        <Button
          variant="primary"
          loading={creating}
          disabled={created}
          onClick={() =>
            fetcher.submit(
              {
                intent: 'simple-plan',
                idempotencyKey,
                name: 'Cadence Simple Subscription',
                'recurringPolicies[0].interval': 'WEEK',
                'recurringPolicies[0].intervalCount': '1',
              },
              { method: 'post', action: '/?index' },
            )
          }
        >
          Create simple plan
        </Button>
        <Button onClick={onCreateOwn} disabled={creating || created}>
          Create your own selling plan
        </Button>
      </ButtonGroup>
    </BlockStack>
  );
}
