import {
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Page,
  Text,
  TextField,
} from '@shopify/polaris';
import { useState } from 'react';
import { Section } from '../display/section.tsx';
import { reasonOf } from '../internal-api/request.ts';
import { orderByScale, type ScaleAnswer } from '../internal-api/stores.ts';
import { ErrorBanner } from '../shell/page-states.tsx';
import { useStore, useTitle } from '../shell/store-context.tsx';

/** A scale in a customer's kitchen, which orders at the app by the token that the merchant made for it. */
export default function ScalePage() {
  const { handle } = useStore();
  const [contract, setContract] = useState('');
  const [token, setToken] = useState('');
  const [answer, setAnswer] = useState<ScaleAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useTitle('Scale');

  function runLow() {
    setAsking(true);
    setFailure(null);
    setAnswer(null);
    orderByScale(handle, { contract, token })
      .then(setAnswer, (thrown: unknown) => setFailure(reasonOf(thrown)))
      .finally(() => setAsking(false));
  }

  return (
    <Page title="Scale" subtitle="A stand-in for a customer’s scale">
      <BlockStack gap="400">
        {failure !== null && (
          <ErrorBanner title="The app couldn’t be asked" message={failure} onRetry={runLow} />
        )}
        <Card>
          <FormLayout>
            <TextField
              label="Subscription number"
              value={contract}
              onChange={(text) => setContract(text.trim())}
              autoComplete="off"
              helpText="The app shows it on the subscriber’s page."
            />
            <TextField
              label="Token"
              value={token}
              onChange={(text) => setToken(text.trim())}
              autoComplete="off"
              spellCheck={false}
              helpText="Made in the app, under Integrations."
            />
            <InlineStack align="end">
              <Button
                variant="primary"
                loading={isAsking}
                disabled={contract === '' || token === ''}
                onClick={runLow}
              >
                Run low
              </Button>
            </InlineStack>
          </FormLayout>
        </Card>
        {answer !== null && (
          <div role="status">
            <Section title={`The app answered ${answer.status}`}>
              <Text as="p" breakWord>
                <code>{answer.answer}</code>
              </Text>
            </Section>
          </div>
        )}
      </BlockStack>
    </Page>
  );
}
