import { List, Text } from '@shopify/polaris';
import { FormModal } from '../../forms/FormModal.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { GroupIds } from './GroupIds.tsx';
import type { ProfileGroup } from './groups-page.ts';

type Props = {
  profileName: string;
  groups: ProfileGroup[];
  onClose: () => void;
  /** Called once they are gone, with how many they were. */
  onRemoved: (count: number) => void;
};

/** How many groups the question names before it counts the rest. */
const namesShown = 5;

/** Asks before groups leave the profile. */
export function RemoveGroupsModal({ profileName, groups, onClose, onRemoved }: Props) {
  const submission = useFormSubmission();
  const named = groups.slice(0, namesShown);
  const more = groups.length - named.length;
  const text = 'Remove selling plan group';
  return (
    <FormModal
      submission={submission}
      size="small"
      title={groups.length === 1 ? `${text}?` : `Remove ${groups.length} selling plan groups?`}
      submit={{ content: text, destructive: true }}
      onSaved={() => onRemoved(groups.length)}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="remove-groups">
        <GroupIds list="sellingPlanGroupsToDissociate" ids={groups.map(({ id }) => id)} />
        <Text as="p" breakWord>
          {groups.length === 1
            ? `It will no longer ship with “${profileName}”. The selling plan group itself stays.`
            : `They will no longer ship with “${profileName}”. The selling plan groups themselves stay.`}
        </Text>
        <List>
          {named.map((group) => (
            <List.Item key={group.id}>
              <Text as="span" breakWord>
                {group.name}
              </Text>
            </List.Item>
          ))}
          {more > 0 ? <List.Item>{`and ${more} more`}</List.Item> : null}
        </List>
      </SubmissionForm>
    </FormModal>
  );
}
