import { Button, ButtonGroup, Text } from '@shopify/polaris';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import type { FormSubmission } from '../../forms/use-form-submission.ts';

type Props = {
  submission: FormSubmission<unknown>;
  /** The address where the merchant makes their own plan instead. */
  ownPlanUrl: string;
};

/** Specification §9. */
const simplePlan = {
  name: 'Cadence Simple Subscription',
  'recurringPolicies[0].interval': 'WEEK',
  'recurringPolicies[0].intervalCount': '1',
};

/** The simple plan is 1 product every week and can be changed later (specification §2, §9). */
export function SimplePlan({ submission, ownPlanUrl }: Props) {
  const { isSubmitting } = submission;
  return (
    <SubmissionForm
      submission={submission}
      intent="create-simple-plan"
      action="/?index"
      // The specification (§8) writes this message without an exclamation mark, unlike all others.
      withoutMessage="Something went wrong"
    >
      {Object.entries(simplePlan).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Text as="p">The simple plan delivers 1 product every week. You can change it later.</Text>
      <ButtonGroup>
        <Button variant="primary" submit loading={isSubmitting}>
          Create simple plan
        </Button>
        {isSubmitting ? (
          <Button disabled>Create your own selling plan</Button>
        ) : (
          <Button url={ownPlanUrl}>Create your own selling plan</Button>
        )}
      </ButtonGroup>
    </SubmissionForm>
  );
}
