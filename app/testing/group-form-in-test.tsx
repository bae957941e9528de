import { screen } from '@testing-library/react';
import { createContext, useCallback, useContext, useState } from 'react';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { GroupForm } from '../selling-plan-group/GroupForm.tsx';
import { showScreen } from './screen-in-test.tsx';

type Props = {
  group?: SellingPlanGroup;
  onUnsavedChange?: (isUnsaved: boolean) => void;
};

const Shown = createContext<Props>({});

function ignore() {}

function Page() {
  const { group, onUnsavedChange = ignore } = useContext(Shown);
  const submission = useFormSubmission<SellingPlanGroup>();
  const [isUnsaved, setUnsaved] = useState(false);
  const note = useCallback(
    (unsaved: boolean) => {
      setUnsaved(unsaved);
      onUnsavedChange(unsaved);
    },
    [onUnsavedChange],
  );
  return (
    <>
      <output>{submission.isSubmitting ? 'submitting' : 'idle'}</output>
      <output>{isUnsaved ? 'unsaved' : 'unchanged'}</output>
      <GroupForm
        submission={submission}
        group={group}
        currencyCode="USD"
        onUnsavedChange={note}
        onShowLatest={ignore}
      />
    </>
  );
}

/** Shows the group's form, for a new group where none is given, on a page that keeps what is posted. */
export async function openGroupForm(props: Props = {}) {
  const posted: Array<Record<string, string>> = [];
  const { user } = showScreen(
    [
      {
        path: '/',
        Component: Page,
        action: async ({ request }) => {
          const values = [...(await request.formData())];
          posted.push(Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
          return { result: { status: 'success' }, saved: null, status: 200 };
        },
      },
    ],
    { around: (routes) => <Shown.Provider value={props}>{routes}</Shown.Provider> },
  );
  await screen.findByLabelText('Name');
  return { user, posted };
}
