import { Button, InlineError, InlineStack } from '@shopify/polaris';
import { useState } from 'react';
import { useAdmin } from '../bridge/admin.ts';
import { WrappingText } from '../components/WrappingText.tsx';
import { focusAfterPicker } from '../forms/focus-after-picker.ts';
import { lastPressed } from '../forms/last-pressed.ts';
import { loadScript } from '../network/load-script.ts';
import type { PickedVariant } from './picked-variant.ts';

const notOpened = 'We couldn’t open your products. Check your internet connection and try again.';

type Props = {
  lineId: string;
  /** The product that it sells now; null if none. */
  name: string | null;
  picked: PickedVariant | undefined;
  isAsking: boolean;
  /** Why what is picked can't be sent. */
  refusal?: string | undefined;
  onPick: (picked: PickedVariant) => void;
};

/** A line's product, and a button to replace it from the admin's picker. */
export function PickedProduct({ lineId, name, picked, isAsking, refusal, onPick }: Props) {
  const connect = useAdmin();
  const [failure, setFailure] = useState<string>();
  const told = failure ?? refusal;
  const field = `product-of-${lineId}`;
  async function pick() {
    const button = lastPressed();
    setFailure(undefined);
    try {
      const [admin, { pickedVariant }] = await Promise.all([
        connect(),
        loadScript(() => import('./picked-variant.ts')),
      ]);
      const payload = await admin.pickVariant();
      if (payload === null) return;
      const variant = pickedVariant(payload);
      if (variant === undefined) setFailure('Pick one variant of one product.');
      else onPick(variant);
    } catch {
      setFailure(notOpened);
    } finally {
      await focusAfterPicker(button);
    }
  }
  return (
    <>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <WrappingText>
          {picked === undefined
            ? (name ?? 'No product chosen yet')
            : name === null
              ? picked.name
              : `${picked.name} instead of ${name}`}
        </WrappingText>
        <Button
          size="slim"
          disabled={isAsking}
          {...(told !== undefined && { ariaDescribedBy: `${field}Error` })}
          {...(name !== null && { accessibilityLabel: `Change product: ${name}` })}
          onClick={() => void pick()}
        >
          {name === null ? 'Choose product' : 'Change product'}
        </Button>
      </InlineStack>
      {told === undefined ? null : (
        <div role="alert">
          <InlineError message={told} fieldID={field} />
        </div>
      )}
    </>
  );
}
