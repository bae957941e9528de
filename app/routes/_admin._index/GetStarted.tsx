import {
  Badge,
  Banner,
  type BannerHandles,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Page,
  ProgressBar,
  Text,
} from '@shopify/polaris';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { onboardingSteps } from '#contract/limits.ts';
import type { ProposedVendor } from '#contract/proposed-vendor.ts';
import type { InstallWidgetAnswer } from '#contract/theme.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { useDialog } from '../../forms/use-dialog.ts';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { groupModal } from '../../selling-plan-group/lazy-group-modal.ts';
import { InstallWidget, isInstalled } from './InstallWidget.tsx';
import { SimplePlan } from './SimplePlan.tsx';
import { useOnboardingSwitch } from './use-onboarding-switch.ts';

/** stepsCompleted after the merchant made a plan, known here before the screen loads again (specification §4, §9). */
const stepsAfterPlan = 2;

const applyModal = lazyDialog(async () => (await import('./ApplyModal.tsx')).ApplyModal);

/** Specification §2, "Get started (onboarding)": four steps, each locked until the one before is done. */
export function GetStarted({
  proposedVendor,
  notice,
}: {
  proposedVendor: ProposedVendor;
  notice: ReactNode;
}) {
  const applying = useDialog('apply');
  const planning = useDialog('plan');
  usePrefetchedDialog(applyModal, applying.url);
  usePrefetchedDialog(groupModal, planning.url);
  // Kept here, because the step disappears once it's done.
  const simplePlan = useFormSubmission();
  const isSimplePlanCreated = simplePlan.answer !== undefined && simplePlan.answer.saved !== null;
  // The simple plan counts as created even after the merchant dismissed its message.
  const [wasPlanCreated, setPlanCreated] = useState(false);
  const isPlanCreated = isSimplePlanCreated || wasPlanCreated;
  const { turn, isTurning, failure } = useOnboardingSwitch();
  const widget = useFormSubmission<InstallWidgetAnswer>();
  const completed = Math.max(
    proposedVendor.stepsCompleted,
    isPlanCreated ? stepsAfterPlan : 0,
    isInstalled(widget) ? onboardingSteps : 0,
  );

  // Once its step is done, also in another tab, the dialog and its address go away.
  const isApplied = completed > 0;
  const { isOpen: isApplying, close: closeApplication } = applying;
  useEffect(() => {
    if (isApplying && isApplied) closeApplication();
  }, [isApplying, isApplied, closeApplication]);

  return (
    <Page
      title="Get started"
      narrowWidth
      secondaryActions={[
        { content: 'Dismiss', loading: isTurning, onAction: () => void turn(true) },
      ]}
    >
      <BlockStack gap="400">
        {failure === undefined ? notice : <Banner tone="critical" title={failure} />}
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
            <Button variant="primary" url={applying.url}>
              Apply
            </Button>
          </InlineStack>
        </Step>
        <Step
          position={2}
          completed={completed}
          title="Create a selling plan"
          notice={
            isSimplePlanCreated ? (
              <SuccessBanner
                onDismiss={() => {
                  setPlanCreated(true);
                  simplePlan.settleAnswer();
                }}
              />
            ) : null
          }
        >
          <SimplePlan submission={simplePlan} ownPlanUrl={planning.url} />
        </Step>
        <Step position={3} completed={completed} title="Attach plan to products">
          <InlineStack>
            <Button variant="primary" url="/fixed-subscription">
              Manage products
            </Button>
          </InlineStack>
        </Step>
        <Step position={4} completed={completed} title="Install Widget">
          <InstallWidget submission={widget} />
        </Step>
      </BlockStack>
      {isApplying && !isApplied ? (
        <DialogOnDemand dialog={applyModal} props={{ onClose: closeApplication }} />
      ) : null}
      {planning.isOpen && completed >= 1 ? (
        <DialogOnDemand
          dialog={groupModal}
          props={{
            action: '/?index',
            onClose: planning.close,
            onSaved() {
              planning.close();
              setPlanCreated(true);
            },
          }}
        />
      ) : null}
    </Page>
  );
}

type StepProps = {
  position: number;
  completed: number;
  title: string;
  notice?: ReactNode;
  children?: ReactNode;
};

function Step({ position, completed, title, notice, children }: StepProps) {
  const done = completed >= position;
  const locked = completed < position - 1;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">{`${position}. ${title}`}</Text>
          {done ? <Badge tone="success">Completed</Badge> : null}
        </InlineStack>
        {notice}
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

/** Takes the focus, because the button that had it is gone. */
function SuccessBanner({ onDismiss }: { onDismiss: () => void }) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), []);
  return <Banner ref={banner} tone="success" title="Success" onDismiss={onDismiss} />;
}
