import { Select } from '@shopify/polaris';
import { type CancelReason, cancelReasons } from '#contract/subscription-contract-names.ts';
import { cancelReasonWords } from './cancel-reason-words.ts';

type Props = {
  value: CancelReason | '';
  isAsking: boolean;
  onChange: (value: CancelReason | '') => void;
};

/** Why a subscription is canceled, if the merchant knows. */
export function CancelReasonField({ value, isAsking, onChange }: Props) {
  return (
    <Select
      label="Reason (optional)"
      options={[
        { label: 'Not said', value: '' },
        ...cancelReasons.map((reason) => ({ label: cancelReasonWords[reason], value: reason })),
      ]}
      value={value}
      disabled={isAsking}
      onChange={(chosen) => onChange(cancelReasons.find((reason) => reason === chosen) ?? '')}
    />
  );
}
