import type { PreviewOption } from './preview-option.ts';
import { optionText } from './preview-texts.ts';
import { type PlanFormValues, typedPlanOf } from './typed-plan.ts';

/** Raw texts of an option's fields; `key` tells the options apart while they are added and removed. */
type TypedOption = PlanFormValues['option'] & { key: string };

/** The options of a group's form as they are being typed. */
export function typedOptionsOf(
  group: PlanFormValues['group'],
  options: TypedOption[],
): PreviewOption[] {
  return options.map(({ key, ...option }, index) => ({
    key,
    label: optionText(option, index + 1),
    ...typedPlanOf({ group, option }),
  }));
}
