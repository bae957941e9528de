import { type FieldMetadata, useInputControl } from '@conform-to/react';
import { Checkbox, type CheckboxProps } from '@shopify/polaris';

type Props = Omit<
  CheckboxProps,
  'checked' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'name'
> & {
  field: FieldMetadata<boolean | undefined>;
};

/** A Polaris checkbox on a Conform field; a checked one posts `on`, as a browser's own would. */
export function FormCheckbox({ field, ...rest }: Props) {
  const initialValue = field.initialValue;
  const control = useInputControl({
    key: field.key,
    name: field.name,
    formId: field.formId,
    initialValue: typeof initialValue === 'string' ? initialValue : undefined,
  });
  return (
    <Checkbox
      {...rest}
      id={field.id}
      checked={control.value === 'on'}
      onChange={(checked) => control.change(checked ? 'on' : '')}
      onBlur={control.blur}
      onFocus={control.focus}
      error={field.errors?.[0]}
    />
  );
}
