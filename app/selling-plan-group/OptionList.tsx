import { useFormMetadata } from '@conform-to/react';
import { BlockStack, Box, Button, InlineError, InlineStack, Text } from '@shopify/polaris';
import { PlusIcon } from '@shopify/polaris-icons';
import { memo, useCallback, useEffect, useRef } from 'react';
import { mostOptions, type SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { afterPaint } from '../forms/after-paint.ts';
import { type GroupFormInput, newOption, newUsageOption } from './group-form-values.ts';
import { OptionFields } from './OptionFields.tsx';
import { ReadOnlyPlans } from './ReadOnlyPlans.tsx';
import { plansToDelete } from './read-only-plans.ts';
import type { ReadOnlyState } from './use-read-only-plans.ts';

type Props = {
  formId: string;
  /** The group that the form was filled from, and the one that saving changes; undefined for a new one. */
  opened: SellingPlanGroup | undefined;
  target: SellingPlanGroup | undefined;
  readOnly: ReadOnlyState;
  isDynamic: boolean;
  currencyCode: string | undefined;
};

/** The options of the group: at least one stays (specification §5). */
export const OptionList = memo(function OptionList({
  formId,
  opened,
  target,
  readOnly,
  isDynamic,
  currencyCode,
}: Props) {
  const form = useFormMetadata<GroupFormInput>(formId);
  const { recurringPolicies } = form.getFieldset();
  const options = recurringPolicies.getFieldList();
  const existingIds = new Set(target?.recurringPolicies.map(({ id }) => id));
  const planIds = options.map((option) => {
    const id = option.getFieldset().id.initialValue;
    return id !== undefined && existingIds.has(id) ? id : undefined;
  });
  const deletedIds =
    opened && target ? plansToDelete(target, opened, new Set(planIds), readOnly.removedIds) : [];
  const count = options.length + readOnly.kept.length;
  const canRemove = count > 1;
  const isFull = count >= mostOptions;

  const list = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(list, options.length);
  const { name } = recurringPolicies;
  const { insert, remove } = form;
  const removeOption = useCallback(
    (index: number) => {
      focusAfterRemoval(index);
      remove({ name, index });
    },
    [focusAfterRemoval, remove, name],
  );

  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        Options
      </Text>
      {deletedIds.map((id, index) => (
        <input key={id} type="hidden" name={`sellingPlansToDelete[${index}]`} value={id} />
      ))}
      <div ref={list}>
        <BlockStack gap="300">
          {options.map((option, index) => (
            <OptionFields
              key={option.key}
              formId={formId}
              name={option.name}
              index={index}
              isDynamic={isDynamic}
              planId={planIds[index]}
              currencyCode={currencyCode}
              onRemove={canRemove ? removeOption : undefined}
            />
          ))}
          {recurringPolicies.errors?.[0] ? (
            <InlineError message={recurringPolicies.errors[0]} fieldID={recurringPolicies.id} />
          ) : null}
          <InlineStack gap="200" blockAlign="center">
            <Button
              icon={PlusIcon}
              disabled={isFull}
              ariaDescribedBy={isFull ? `${formId}-full` : undefined}
              onClick={() =>
                afterPaint(() => {
                  if (list.current === null) return;
                  insert({ name, defaultValue: isDynamic ? newUsageOption : newOption });
                })
              }
            >
              Add option
            </Button>
            {isFull ? (
              <Text as="p" tone="subdued" id={`${formId}-full`}>
                {`A group can have up to ${mostOptions} options. To add another, remove one.`}
              </Text>
            ) : null}
          </InlineStack>
        </BlockStack>
      </div>
      {readOnly.plans.length > 0 ? (
        <Box paddingBlockStart="200">
          <ReadOnlyPlans readOnly={readOnly} canRemove={canRemove} currencyCode={currencyCode} />
        </Box>
      ) : null}
    </BlockStack>
  );
});

/**
 * The keyboard stood on the button that went with its option. It goes on to the option that took the place, else to
 * the one before, else to what follows the options.
 */
function useFocusAfterRemoval(list: React.RefObject<HTMLElement>, count: number) {
  const removedAt = useRef<number | null>(null);
  useEffect(() => {
    const index = removedAt.current;
    removedAt.current = null;
    if (index === null) return;
    const section = list.current?.querySelectorAll('section')[Math.min(index, count - 1)];
    const next = section?.querySelector<HTMLElement>(field) ?? list.current?.querySelector(button);
    if (next instanceof HTMLElement) next.focus();
  }, [list, count]);
  return useCallback((index: number) => {
    removedAt.current = index;
  }, []);
}

const field = 'input:not([type="hidden"]):enabled, select:enabled';
const button = 'button:enabled';
