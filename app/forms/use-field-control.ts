import { type FieldMetadata, useInputControl } from '@conform-to/react';

/** A Polaris field's props without those that its Conform field gives it. */
export type OwnProps<Props> = Omit<
  Props,
  'value' | 'checked' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'name'
>;

/**
 * The control of a Conform field, and the props that every Polaris field takes from it. Form values are text, whatever the
 * schema makes of them.
 */
export function useFieldControl(
  field: Pick<FieldMetadata, 'errors' | 'formId' | 'id' | 'initialValue' | 'key' | 'name'>,
) {
  const { initialValue } = field;
  const control = useInputControl({
    key: field.key,
    name: field.name,
    formId: field.formId,
    initialValue: typeof initialValue === 'string' ? initialValue : undefined,
  });
  return {
    control,
    fieldProps: {
      id: field.id,
      onBlur: control.blur,
      onFocus: control.focus,
      error: field.errors?.[0],
    },
  };
}
