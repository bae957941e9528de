import { type FieldMetadata, useInputControl } from '@conform-to/react';
import { TextField, type TextFieldProps } from '@shopify/polaris';

type Props = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'name'
> & {
  field: FieldMetadata<string | number | undefined>;
};

/**
 * A Polaris text field on a Conform field. Numbers are typed as text too: a browser empties a number input that holds
 * something else, and the merchant's typing would be lost before it could be explained.
 */
export function FormTextField({ field, ...rest }: Props) {
  const control = useInputControl(fieldAsText(field));
  return (
    <TextField
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

/** What {@link useInputControl} needs of a field; form values are text, whatever the schema makes of them. */
function fieldAsText(field: FieldMetadata<string | number | undefined>) {
  const initialValue = field.initialValue;
  return {
    key: field.key,
    name: field.name,
    formId: field.formId,
    initialValue: typeof initialValue === 'string' ? initialValue : undefined,
  };
}
