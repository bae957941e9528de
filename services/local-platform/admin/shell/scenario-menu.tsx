import { type ActionListSection, Badge, Icon, TopBar } from '@shopify/polaris';
import { BugIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import { reasonOf } from '../internal-api/request.ts';
import {
  endScenarios,
  loadScenarios,
  type Scenario,
  serviceNames,
  switchScenario,
} from '../internal-api/scenarios.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { errorToast } from './toast-list.ts';
import { useToasts } from './toasts.tsx';

/** How often to poll while a scenario is on, in ms, because it may end by itself after its last call. */
const interval = 3_000;

/** The top bar's menu of scenarios; its label names the active ones. */
export function ScenarioMenu() {
  const scenarios = useLoaded('scenarios', loadScenarios);
  const { data, error, reload } = scenarios;
  const toast = useToasts();
  const [open, setOpen] = useState(false);
  const on = data?.filter((scenario) => scenario.on.length > 0) ?? [];

  // A terminal may have started a scenario while this window lacked the focus.
  useEffect(() => {
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);

  const isAnyOn = on.length > 0;
  useEffect(() => {
    if (!isAnyOn) return;
    const timer = setInterval(reload, interval);
    return () => clearInterval(timer);
  }, [isAnyOn, reload]);

  function follow(request: Promise<void>) {
    request
      .catch((thrown: unknown) => toast(errorToast('scenario', reasonOf(thrown))))
      .finally(reload);
  }

  const end = { content: 'End all scenarios', onAction: () => follow(endScenarios()) };
  const failed = { content: 'Try again', helpText: error, onAction: reload };
  return (
    <TopBar.Menu
      accessibilityLabel={`Scenarios: ${wordsOf(on)}`}
      activatorContent={
        <span className="Scenarios" {...(isAnyOn && { 'data-count': on.length })}>
          <Icon source={BugIcon} tone="inherit" />
          <span className="Scenarios-words">{isAnyOn ? wordsOf(on) : 'Scenarios'}</span>
        </span>
      }
      open={open}
      onOpen={() => {
        setOpen((before) => !before);
        reload();
      }}
      onClose={() => setOpen(false)}
      customWidth="320px"
      actions={[
        ...(isAnyOn ? [{ items: [end] }] : []),
        ...(error === null ? [] : [{ title: 'Scenarios couldn’t be loaded', items: [failed] }]),
        ...sectionsOf(data ?? [], (name, isOn) => follow(switchScenario(name, isOn))),
      ]}
    />
  );
}

function sectionsOf(
  scenarios: readonly Scenario[],
  onSwitch: (name: string, on: boolean) => void,
): ActionListSection[] {
  return (['shipstation', 'platform'] as const).map((service) => ({
    title: serviceNames[service],
    items: scenarios
      .filter((scenario) => scenario.service === service)
      .map(({ name, title, sentence, on }) => ({
        content: title,
        helpText: sentence,
        active: on.length > 0,
        ...(on.length > 0 && { suffix: <Badge tone="attention">{boundsOf(on)}</Badge> }),
        onAction: () => onSwitch(name, on.length === 0),
      })),
  }));
}

/** The shops and calls of an active scenario, for instance "On" or "On for first-crack, next 3 calls". */
function boundsOf(on: Scenario['on']): string {
  const parts = on.flatMap(({ shop, times }) => {
    const where = shop === null ? [] : [`for ${shop.split('.')[0]}`];
    const long = times === null ? [] : [`next ${times === 1 ? 'call' : `${times} calls`}`];
    return where.length + long.length === 0 ? [] : [[...where, ...long].join(', ')];
  });
  return ['On', ...parts].join(' ');
}

function wordsOf(on: readonly Scenario[]): string {
  const [first, ...others] = on;
  if (first === undefined) return 'none on';
  if (others.length > 0) return `${on.length} scenarios on`;
  return `${serviceNames[first.service]}: ${first.title}`;
}
