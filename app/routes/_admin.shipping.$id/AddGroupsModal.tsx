import { useFetcher } from '@remix-run/react';
import {
  Banner,
  BlockStack,
  Button,
  ChoiceList,
  EmptySearchResult,
  InlineStack,
  Modal,
  Spinner,
  Text,
} from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { FormBanner } from '../../forms/FormBanner.tsx';
import { type FormAnswer, firstErrorOf } from '../../forms/submission.ts';
import { SearchField, useSearchText } from '../../list/SearchField.tsx';
import { changeForm } from './change-form.ts';
import { useAvailableGroups } from './use-available-groups.ts';

type Props = {
  /** The profile's original id. */
  profileId: string;
  onClose: () => void;
  /** Called once they are in the profile, with how many they were. */
  onAdded: (count: number) => void;
};

/** Chooses from the groups that have variants and are not in the profile yet (specification §2). */
export function AddGroupsModal({ profileId, onClose, onAdded }: Props) {
  const fetcher = useFetcher<FormAnswer<DeliveryProfile>>();
  const available = useAvailableGroups(profileId);
  const search = useSearchText(available.query, available.search);
  const [selected, setSelected] = useState<string[]>([]);
  // A failed submit is told of until the merchant chooses otherwise.
  const [changed, setChanged] = useState(false);
  const submitting = fetcher.state !== 'idle';
  const answer = submitting ? undefined : fetcher.data;
  const failed = answer !== undefined && answer.saved === null && !changed;
  useUpdateRedirect(answer?.updateUrl ?? available.updateUrl);

  const added = answer?.saved != null;
  const handedOver = useRef(false);
  useEffect(() => {
    if (!added || handedOver.current) return;
    handedOver.current = true;
    onAdded(selected.length);
  }, [added, onAdded, selected.length]);

  // The list may be longer than the dialog: the message at its top must come into view.
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failed) banner.current?.focus();
  }, [failed]);

  function submit() {
    setChanged(false);
    fetcher.submit(changeForm('sellingPlanGroupsToAssociate', selected), { method: 'post' });
  }

  const nothing =
    available.groups.length === 0 &&
    available.next === null &&
    !available.loading &&
    available.failure === null;
  const nothingToAdd = nothing && available.query === '' && selected.length === 0;

  return (
    <Modal
      open
      title="Add selling plan group"
      onClose={onClose}
      primaryAction={
        nothingToAdd
          ? { content: 'Go to Selling Plans', url: '/fixed-subscription' }
          : { content: 'Add', onAction: submit, loading: submitting }
      }
      secondaryActions={[{ content: 'Cancel', onAction: onClose, disabled: submitting }]}
      footer={
        <div role="status">
          <Text as="span" tone="subdued">
            {selected.length === 0 ? '' : `${selected.length} selected`}
          </Text>
        </div>
      }
    >
      <Modal.Section>
        {nothingToAdd ? (
          <IllustratedEmptyState heading="No selling plan groups to add" image={illustration}>
            <p>
              Every selling plan group with variants is in this profile already. Groups without
              variants can be added once they have some.
            </p>
          </IllustratedEmptyState>
        ) : (
          <BlockStack gap="400">
            {failed ? (
              <div ref={banner} tabIndex={-1}>
                <FormBanner message={firstErrorOf(answer.result)} />
              </div>
            ) : null}
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
                  helpText: variantsInWords(group.productVariantsCount.count),
                  disabled: submitting,
                }))}
                selected={selected}
                onChange={(choices) => {
                  setSelected(choices);
                  setChanged(true);
                }}
              />
            ) : null}
            {nothing ? (
              <EmptySearchResult
                title="No selling plan groups found"
                description="Try another name, or clear the search."
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
      </Modal.Section>
    </Modal>
  );
}

function variantsInWords(count: number): string {
  return count === 1 ? '1 variant' : `${count} variants`;
}
