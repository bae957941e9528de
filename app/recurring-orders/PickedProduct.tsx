import { Button, InlineError, InlineStack } from '@shopify/polaris';
import { useState } from 'react';
import { useAdmin } from '../bridge/admin.ts';
import { WrappingText } from '../components/WrappingText.tsx';
import { loadScript } from '../network/load-script.ts';
import type { PickedVariant } from './picked-variant.ts';

const notOpened = 'We couldn’t open your products. Check your internet connection and try again.';

type Props = {
  lineId: string;
  /** What it sells by now. */
  name: string;
  picked: PickedVariant | undefined;
  isAsking: boolean;
  onPick: (picked: PickedVariant) => void;
};

/** What a line sells, and another product in its place, from the admin's own picker. */
export function PickedProduct({ lineId, name, picked, isAsking, onPick }: Props) {
  const connect = useAdmin();
  const [failure, setFailure] = useState<string>();
  async function pick() {
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
    }
  }
  return (
    <>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <WrappingText>
          {picked === undefined ? name : `${picked.name} instead of ${name}`}
        </WrappingText>
        <Button
          size="slim"
          disabled={isAsking}
          accessibilityLabel={`Change product: ${name}`}
          onClick={() => void pick()}
        >
          Change product
        </Button>
      </InlineStack>
      {failure === undefined ? null : (
        <InlineError message={failure} fieldID={`product of ${lineId}`} />
      )}
    </>
  );
}
