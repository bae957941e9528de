import type { FieldMetadata } from '@conform-to/react';
import { Select, type SelectProps } from '@shopify/polaris';
import { type OwnProps, useFieldControl } from './use-field-control.ts';

type Props<Value extends string | number> = OwnProps<SelectProps> & {
  field: FieldMetadata<Value | undefined>;
};

/** A Polaris select on a Conform field. */
export function FormSelect<Value extends string | number>({ field, ...rest }: Props<Value>) {
  const { control, fieldProps } = useFieldControl(field);
  return <Select {...rest} {...fieldProps} value={control.value ?? ''} onChange={control.change} />;
}
