import { Text } from '@shopify/polaris';
import { type ComponentType, useState } from 'react';
import type { Vendor } from '#contract/vendor.ts';
import { useResource } from '../../requests/use-resource.ts';
import type { BillingRulesProps } from './BillingRules.tsx';
import { FailedCheck } from './FailedCheck.tsx';
import { SettingsSection } from './SettingsSection.tsx';

type Props = Pick<BillingRulesProps, 'onEdited'> & {
  /** A new vendor makes the section load the rules again. */
  vendor: Vendor;
};

/** When Cadence charges recurring orders, and what it does if a charge fails. Beyond the specification. */
export function BillingRulesSection({ vendor, onEdited }: Props) {
  const [Form, setForm] = useState<ComponentType<BillingRulesProps>>();
  const { answer, failure, isAsking, reload } = useResource({
    path: '/resources/settings/billing-rules',
    // Loads after the screen, which doesn't wait for the rules or their form.
    answer: async () => {
      const [{ billingSchema }, { BillingRules }] = await Promise.all([
        import('#contract/recurring-orders.ts'),
        import('./BillingRules.tsx'),
      ]);
      setForm(() => BillingRules);
      return billingSchema;
    },
    loadedWith: vendor,
  });
  return (
    <SettingsSection
      title="Recurring orders"
      description="When your customers’ subscriptions are charged, and what happens when a charge fails."
    >
      {answer === undefined || Form === undefined ? (
        <>
          <FailedCheck
            title="We couldn’t load your rules"
            failure={failure}
            isAsking={isAsking}
            onTryAgain={reload}
          />
          <div role="status">
            {failure === undefined ? (
              <Text as="p" tone="subdued">
                Loading your rules…
              </Text>
            ) : null}
          </div>
        </>
      ) : (
        <Form loaded={answer} onEdited={onEdited} />
      )}
    </SettingsSection>
  );
}
