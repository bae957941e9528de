import { BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import { useAdmin } from '../../bridge/admin.ts';
import { Announced } from '../../components/Announced.tsx';
import { useResource } from '../../requests/use-resource.ts';
import { FailedCheck } from './FailedCheck.tsx';

/** "read_customer_payment_methods" is "Read customer payment methods". */
function permissionInWords(scope: string): string {
  const words = scope.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** After this long, in ms, whoever chose to stay may press again: the admin and the browser ask before unsaved settings are left. */
const redirectingFor = 5_000;

/** The permissions that the store hasn't granted, and a link to grant them. */
export function RequestedPermissions({ vendor }: { vendor: Vendor }) {
  const { answer, failure, isAsking, reload } = useResource({
    path: '/resources/settings/requested-scope',
    answer: async () => (await import('#contract/requested-scope.ts')).requestedScopeSchema,
    loadedWith: vendor,
  });
  return (
    <>
      <FailedCheck
        title="We couldn’t check your permissions"
        failure={failure}
        isAsking={isAsking}
        onTryAgain={reload}
      />
      <div role="status">
        {answer === undefined ? (
          failure === undefined ? (
            <Text as="p" tone="subdued">
              Checking your permissions…
            </Text>
          ) : null
        ) : answer.scope === '' ? (
          <Text as="p">Your application is up to date</Text>
        ) : (
          <Required scope={answer.scope} />
        )}
      </div>
      {answer === undefined || answer.scope === '' ? null : <WayOut url={answer.url} />}
    </>
  );
}

function Required({ scope }: { scope: string }) {
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        Required permissions
      </Text>
      <List>
        {scope.split(',').map((name) => (
          <List.Item key={name}>{permissionInWords(name)}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

function WayOut({ url }: { url: string }) {
  const connect = useAdmin();
  const [isRedirecting, setRedirecting] = useState(false);
  useEffect(() => {
    if (!isRedirecting) return;
    const timer = setTimeout(() => setRedirecting(false), redirectingFor);
    return () => clearTimeout(timer);
  }, [isRedirecting]);

  async function leave() {
    if (isRedirecting) return;
    setRedirecting(true);
    try {
      (await connect()).leaveFor(url);
    } catch {
      setRedirecting(false);
    }
  }

  return (
    <InlineStack>
      <Announced>{isRedirecting ? 'Redirecting' : ''}</Announced>
      <Button variant="primary" onClick={() => void leave()}>
        {isRedirecting ? 'Redirecting' : 'Update'}
      </Button>
    </InlineStack>
  );
}
