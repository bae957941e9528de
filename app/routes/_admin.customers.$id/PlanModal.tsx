import { ChoiceList, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { ContractPlan } from '#contract/contract-plans.ts';
import { formatMoney } from '#contract/format.ts';
import { orderAmountOf } from '#contract/money.ts';
import { intervalInWords, lowerFirst } from '#contract/plan-words.ts';
import { useFocusOnRefusal } from '../../forms/use-focus-on-refusal.ts';
import { useResource } from '../../requests/use-resource.ts';
import { LoadedChange, type LoadedChangeProps } from './LoadedChange.tsx';
import { costInWords, ownPriceWords } from './next-order.ts';

const answer = async () => (await import('#contract/contract-plans.ts')).contractPlansSchema;

/** Has a subscription go on by another plan. */
export function PlanModal(props: LoadedChangeProps) {
  const { id, amount, once, currencyCode } = props.subscription;
  const nextCost = (of: number) => formatMoney(orderAmountOf(once, of), currencyCode);
  const known = useResource({
    path: `/resources/customers/${id}/plans`,
    answer,
    leavesForUpdate: true,
  });
  const [chosen, setChosen] = useState<ContractPlan>();
  const [mayBeDone, setMayBeDone] = useState(false);
  const [refusals, setRefusals] = useState<{ plan?: string }>({});
  useFocusOnRefusal(refusals);
  const isChosen = ({ id }: ContractPlan) => id === chosen?.id;
  // No longer among them where it's the subscription's by now, because its answer was lost.
  const plan = known.answer?.plans.find(isChosen) ?? (mayBeDone ? chosen : undefined);

  function bodyOf() {
    if (plan === undefined) {
      setRefusals({ plan: 'Pick a plan' });
      return undefined;
    }
    return { change: 'set plan', plan: plan.id, lines: plan.lines } as const;
  }

  return (
    <LoadedChange
      {...props}
      change="set plan"
      title="Change plan"
      confirm="Change plan"
      done="Plan changed"
      known={known}
      canChange={known.answer?.plans.length !== 0}
      bodyOf={bodyOf}
      onFailed={({ status }) => setMayBeDone(status !== 409)}
    >
      {({ plans }, isAsking) =>
        plans.length === 0 ? (
          <Text as="p">
            There’s no other plan for this subscription. Its products must share a group of selling
            plans with another one that they’re still sold by.
          </Text>
        ) : (
          <>
            <ChoiceList
              title="New plan"
              choices={shownOf(plans, plan).map((one) => ({
                label: one.name,
                value: one.id,
                helpText: termsInWords(one, currencyCode),
              }))}
              selected={plan === undefined ? [] : [plan.id]}
              {...(refusals.plan !== undefined && { error: refusals.plan })}
              disabled={isAsking}
              onChange={([value]) => {
                setChosen(shownOf(plans, plan).find((one) => one.id === value));
                setRefusals({});
              }}
            />
            {plan === undefined ? null : (
              <Text as="p">
                {`The next order will ${costInWords(nextCost(plan.amount), nextCost(amount))}: the plan’s price takes the place of any that was set here.${ownPriceWords(props.subscription)}`}
                {plan.hasLaterPrices ? ' Later orders have other prices, by the plan.' : ''}
              </Text>
            )}
            <Text as="p">
              Shopify works out the days of all coming orders anew. The next one may come sooner or
              later than now, and days that you moved or skipped may not fit anymore. You see them
              here at once.
            </Text>
            <Text as="p">
              You can change back in the same way. Nothing is charged by this alone.
            </Text>
          </>
        )
      }
    </LoadedChange>
  );
}

const shownOf = (plans: readonly ContractPlan[], plan: ContractPlan | undefined) =>
  plan === undefined || plans.includes(plan) ? plans : [...plans, plan];

function termsInWords({ every, delivered, amount }: ContractPlan, currencyCode: string): string {
  const [charged, sent] = [intervalInWords(every), intervalInWords(delivered)];
  const words = `${charged}, ${formatMoney(amount, currencyCode)} an order`;
  return charged === sent ? words : `${words}, delivered ${lowerFirst(sent)}`;
}
