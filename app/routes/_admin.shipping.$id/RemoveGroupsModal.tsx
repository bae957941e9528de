import { useFetcher, useRevalidator } from '@remix-run/react';
import { BlockStack, List, Modal, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { FormBanner } from '../../forms/FormBanner.tsx';
import { type FormAnswer, firstErrorOf } from '../../forms/submission.ts';
import { changeForm } from './change-form.ts';
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
  const fetcher = useFetcher<FormAnswer<DeliveryProfile>>();
  const { revalidate } = useRevalidator();
  const removing = fetcher.state !== 'idle';
  const answer = removing ? undefined : fetcher.data;
  const failed = answer !== undefined && answer.saved === null;
  useUpdateRedirect(answer?.updateUrl);

  const removed = answer?.saved != null;
  const handedOver = useRef(false);
  useEffect(() => {
    if (!removed || handedOver.current) return;
    handedOver.current = true;
    onRemoved(groups.length);
  }, [removed, onRemoved, groups.length]);

  function close() {
    if (removing) return;
    // What was refused may have changed elsewhere: the table behind should say so.
    if (failed) revalidate();
    onClose();
  }

  const named = groups.slice(0, namesShown);
  const more = groups.length - named.length;
  const text = 'Remove selling plan group';
  return (
    <Modal
      open
      size="small"
      title={groups.length === 1 ? `${text}?` : `Remove ${groups.length} selling plan groups?`}
      onClose={close}
      primaryAction={{
        content: text,
        destructive: true,
        loading: removing,
        onAction: () =>
          fetcher.submit(
            changeForm(
              'sellingPlanGroupsToDissociate',
              groups.map((group) => group.id),
            ),
            { method: 'post' },
          ),
      }}
      secondaryActions={[{ content: 'Cancel', onAction: close, disabled: removing }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {failed ? <FormBanner message={firstErrorOf(answer.result)} /> : null}
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
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
