import { type FieldMetadata, useInputControl } from '@conform-to/react';
import { Select, type SelectProps } from '@shopify/polaris';

type Props<Value extends string> = Omit<
  SelectProps,
  'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'name'
> & {
  field: FieldMetadata<Value | undefined>;
};

/** A Polaris select on a Conform field. */
export function FormSelect<Value extends string>({ field, ...rest }: Props<Value>) {
  const initialValue = field.initialValue;
  const control = useInputControl({
    key: field.key,
    name: field.name,
    formId: field.formId,
    initialValue: typeof initialValue === 'string' ? initialValue : undefined,
  });
  return (
    <Select
      {...rest}
      id={field.id}
      value={control.value ?? ''}
      onChange={control.change}
      onBlur={control.blur}
      onFocus={control.focus}
      error={field.errors?.[0]}
    />
  );
}
