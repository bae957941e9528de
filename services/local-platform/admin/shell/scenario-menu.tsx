import { type ActionListSection, Badge, Icon, TopBar } from '@shopify/polaris';
import { BugIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import {
  endScenarios,
  loadScenarios,
  type Scenario,
  serviceNames,
  switchScenario,
} from '../internal-api/scenarios.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { toastDuration } from './toast-list.ts';
import { useToasts } from './toasts.tsx';

/** How often what is on is asked for, in ms: a scenario may end by itself, with the calls that it is for. */
const interval = 3_000;

/** The top bar's menu of what goes wrong on purpose; says what is on. */
export function ScenarioMenu() {
  const scenarios = useLoaded('scenarios', loadScenarios);
  const { data, error, reload } = scenarios;
  const toast = useToasts();
  const [open, setOpen] = useState(false);
  const on = data?.filter((scenario) => scenario.on.length > 0) ?? [];

  // They are begun from outside too, by a terminal that had the focus meanwhile.
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

  function act(deed: Promise<void>) {
    deed
      .catch((thrown: unknown) => {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        const id = 'scenario';
        toast({ type: 'show', toast: { id, message, isError: true, duration: toastDuration } });
      })
      .finally(reload);
  }

  const end = { content: 'End all scenarios', onAction: () => act(endScenarios()) };
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
        ...sectionsOf(data ?? [], (name, isOn) => act(switchScenario(name, isOn))),
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

/** How far a scenario that is on reaches, such as "On" or "On for first-crack, next 3 calls". */
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
