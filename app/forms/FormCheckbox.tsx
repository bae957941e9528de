import type { FieldMetadata } from '@conform-to/react';
import { Checkbox, type CheckboxProps } from '@shopify/polaris';
import { type OwnProps, useFieldControl } from './use-field-control.ts';

type Props = OwnProps<CheckboxProps> & { field: FieldMetadata<boolean | undefined> };

/** A Polaris checkbox on a Conform field; a checked one posts `on`, as a browser's own would. */
export function FormCheckbox({ field, ...rest }: Props) {
  const { control, fieldProps } = useFieldControl(field);
  return (
    <Checkbox
      {...rest}
      {...fieldProps}
      checked={control.value === 'on'}
      onChange={(checked) => control.change(checked ? 'on' : '')}
    />
  );
}
