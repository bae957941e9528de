import { BlockStack, Button, Card, Form, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { useToast } from '../../bridge/toast.tsx';
import { parseNumber } from '../../forms/parse-number.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { roastRequests } from './roast-requests.ts';

/** How much weight coffee loses in the roast, which makes green coffee of roasted. */
export function LossField({ lossPercent }: { lossPercent: number | null }) {
  const saved = lossPercent === null ? '' : formatNumber(lossPercent);
  const [typed, setTyped] = useState<string>();
  const { ask, isAsking, failure } = useResourceRequest({ state: saved });
  const [isRefused, setRefused] = useState(false);
  const showToast = useToast();
  const reload = useRevalidateScreen();
  const value = typed ?? saved;

  async function save() {
    if (isAsking) return;
    const outcome = await ask(roastRequests.setLoss({ lossPercent: parseNumber(value) }));
    setRefused(outcome.failure !== undefined);
    if (outcome.failure === undefined) {
      setTyped(undefined);
      showToast('Roasting loss saved');
    }
    reload();
  }

  return (
    <Card>
      <Form onSubmit={() => void save()}>
        <BlockStack gap="200">
          <TextField
            label="Roasting loss"
            helpText="How much weight your coffee loses in the roast, from 0 to 50 percent. Green coffee is reckoned by it."
            suffix="%"
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={(text) => {
              setTyped(text);
              setRefused(false);
            }}
            error={isRefused ? failure?.message : undefined}
            connectedRight={
              <Button submit loading={isAsking} disabled={typed === undefined || typed === saved}>
                Save
              </Button>
            }
          />
          {lossPercent === null ? (
            <Text as="p" tone="subdued">
              Set it to see how much green coffee you need.
            </Text>
          ) : null}
        </BlockStack>
      </Form>
    </Card>
  );
}
