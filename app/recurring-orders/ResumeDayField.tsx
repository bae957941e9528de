import { TextField } from '@shopify/polaris';

type Props = {
  value: string;
  error: string | undefined;
  isAsking: boolean;
  whom: 'it' | 'them';
  onChange: (value: string) => void;
};

/** The day on which a pause ends by itself. */
export function ResumeDayField({ value, error, isAsking, whom, onChange }: Props) {
  return (
    <TextField
      label="Resume by itself on (optional)"
      type="date"
      autoComplete="off"
      value={value}
      error={error}
      disabled={isAsking}
      helpText={`Leave it empty to resume ${whom} yourself.`}
      onChange={onChange}
    />
  );
}
