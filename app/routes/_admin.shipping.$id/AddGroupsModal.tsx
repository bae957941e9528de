import {
  Banner,
  BlockStack,
  Button,
  ChoiceList,
  EmptySearchResult,
  InlineStack,
  Spinner,
  Text,
} from '@shopify/polaris';
import { useState } from 'react';
import { availableGroupsSchema } from '#contract/delivery-profile.ts';
import { formatCount } from '#contract/format.ts';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { FormModal } from '../../forms/FormModal.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { SearchField, useSearchText } from '../../list/SearchField.tsx';
import { useSearchedPages } from '../../requests/use-searched-pages.ts';
import { GroupIds } from './GroupIds.tsx';

type Props = {
  /** The profile's original id. */
  profileId: string;
  onClose: () => void;
  /** Called once they are in the profile, with how many they were. */
  onAdded: (count: number) => void;
};

/** Chooses from the groups that have variants and are not in the profile yet (specification §2). */
export function AddGroupsModal({ profileId, onClose, onAdded }: Props) {
  const submission = useFormSubmission();
  const available = useAvailableGroups(profileId);
  const search = useSearchText(available.query, available.search);
  const [selected, setSelected] = useState<string[]>([]);
  const nothing =
    available.groups.length === 0 &&
    available.next === null &&
    !available.loading &&
    available.failure === null;
  const nothingToAdd = nothing && available.query === '' && selected.length === 0;

  return (
    <FormModal
      submission={submission}
      title="Add selling plan group"
      submit={
        nothingToAdd
          ? { content: 'Go to Selling Plans', url: '/fixed-subscription' }
          : { content: 'Add' }
      }
      unsaved={selected.length > 0 ? 'Your selection will be lost.' : undefined}
      onSaved={() => onAdded(selected.length)}
      onClose={onClose}
      footer={
        <div role="status">
          <Text as="span" tone="subdued">
            {selected.length === 0 ? '' : `${selected.length} selected`}
          </Text>
        </div>
      }
    >
      {nothingToAdd ? (
        <IllustratedEmptyState heading="No selling plan groups to add" image={illustration}>
          <p>
            Every selling plan group with variants is already in this profile. To add another group,
            give it variants first.
          </p>
        </IllustratedEmptyState>
      ) : (
        <BlockStack gap="400">
          {/* The rest stands outside: Enter in the search field must not add anything. */}
          <SubmissionForm submission={submission} intent="add-groups">
            <GroupIds list="sellingPlanGroupsToAssociate" ids={selected} />
          </SubmissionForm>
          <SearchField label="Search selling plan groups" search={search} />
          {available.groups.length > 0 ? (
            <ChoiceList
              allowMultiple
              title="Selling plan groups with variants"
              choices={available.groups.map((group) => ({
                value: group.id,
                label: (
                  <Text as="span" breakWord>
                    {group.name}
                  </Text>
                ),
                helpText: formatCount(group.productVariantsCount.count, 'variant'),
              }))}
              selected={selected}
              onChange={(choices) => {
                setSelected(choices);
                submission.settleAnswer();
              }}
            />
          ) : null}
          {nothing ? (
            <EmptySearchResult
              title="No selling plan groups found"
              description="Try a different name, or clear the search."
              withIllustration
            />
          ) : null}
          {available.failure === null ? null : (
            <Banner
              tone="critical"
              title={available.failure}
              action={{ content: 'Try again', onAction: available.tryAgain }}
            />
          )}
          {available.loading ? (
            <InlineStack align="center">
              <Spinner size="small" accessibilityLabel="Loading selling plan groups" />
            </InlineStack>
          ) : available.next !== null && available.failure === null ? (
            <InlineStack align="center">
              <Button onClick={available.showMore}>Show more</Button>
            </InlineStack>
          ) : null}
        </BlockStack>
      )}
    </FormModal>
  );
}

/**
 * The groups that a profile could take, page after page, for as long as the dialog is open. `profileId` is the profile's
 * original id.
 */
function useAvailableGroups(profileId: string) {
  const pages = useSearchedPages({
    path: `/resources/shipping/${encodeURIComponent(profileId)}/selling-plan-groups`,
    answer: async () => availableGroupsSchema,
    pageOf: ({ sellingPlanGroups, pageInfo }) => ({ items: sellingPlanGroups, pageInfo }),
  });
  const { items: groups, isLoading: loading, ...rest } = pages;
  return { groups, loading, ...rest };
}
