import type { FieldMetadata } from '@conform-to/react';
import { TextField, type TextFieldProps } from '@shopify/polaris';
import { type OwnProps, useFieldControl } from './use-field-control.ts';

type Props = Omit<OwnProps<TextFieldProps>, 'autoComplete'> & {
  field: FieldMetadata<string | number | undefined>;
  /** The browser's autofill; off by default. */
  autoComplete?: string;
  onFocus?: () => void;
};

/**
 * A Polaris text field on a Conform field. Numbers are typed as text too: a browser empties a number input that holds
 * something else, and the merchant's typing would be lost before it could be explained.
 */
export function FormTextField({ field, autoComplete = 'off', onFocus, ...rest }: Props) {
  const { control, fieldProps } = useFieldControl(field);
  return (
    <TextField
      {...rest}
      {...fieldProps}
      autoComplete={autoComplete}
      onFocus={() => {
        control.focus();
        onFocus?.();
      }}
      value={control.value ?? ''}
      onChange={control.change}
    />
  );
}
