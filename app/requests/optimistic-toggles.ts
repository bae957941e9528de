import { errorTexts } from '#contract/error-texts.ts';
import { isOutcomeUnknown } from '../subscription-api/failure.ts';
import { ResourceError } from './request-resource.ts';

/** Choices by their name; one that is missing was never made. */
export type Flags = { readonly [name: string]: boolean | undefined };

/** Choices that could not be kept, and why the last of them could not. */
export type FailedToggle = { message: string; updateUrl: string | undefined; flags: Flags };

/** By group. Choices that aren't saved yet show over saved ones. */
export type ToggleState<Group> = {
  /** Saved since the screen was opened. */
  kept: ReadonlyMap<Group, Flags>;
  chosen: ReadonlyMap<Group, Flags>;
  failed: ReadonlyMap<Group, FailedToggle>;
};

export type ToggleRequests<Group> = {
  /** Saves these flags of the group and returns all its saved flags. Throws a ResourceError. */
  save: (group: Group, flags: Flags) => Promise<Flags>;
  /** Reads the group's saved flags after a save whose outcome is unknown. Without it such a save counts as failed. */
  read?: (group: Group) => Promise<Flags>;
  /** Called with the last answer of `save`, or of `read`. */
  onKept: (group: Group, kept: Flags) => void;
  /** A save failed after the merchant left the screen. */
  onUnseenFailure: (group: Group, failure: Omit<FailedToggle, 'flags'>) => void;
};

export type OptimisticToggles<Group> = {
  state: () => ToggleState<Group>;
  /** Whether a choice is not answered yet. */
  isSaving: () => boolean;
  subscribe: (onChange: () => void) => () => void;
  /** Shows the choice at once and keeps it as soon as the group's earlier ones are answered. */
  choose: (group: Group, flags: Flags) => void;
  /** Makes a failed choice again. */
  tryAgain: (group: Group) => void;
  /** Drops a failed choice, so that the saved one shows. */
  giveUp: (group: Group) => void;
  /** Drops saved flags once the screen has loaded them, except of groups that are being saved. */
  loadedAnew: () => void;
};

/**
 * Saves choices that show at once. A group has one request at a time, and later choices go with the next one, so the last choice is
 * also the last one sent.
 */
export function createOptimisticToggles<Group>(
  calls: ToggleRequests<Group>,
): OptimisticToggles<Group> {
  const listeners = new Set<() => void>();
  const underWay = new Set<Group>();
  let state: ToggleState<Group> = { kept: new Map(), chosen: new Map(), failed: new Map() };

  const become = (change: Partial<ToggleState<Group>>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  /** The group's unsaved choices after these flags were sent. */
  const rest = (group: Group, sent: Flags): ReadonlyMap<Group, Flags> => {
    const left = Object.entries(state.chosen.get(group) ?? {}).filter(
      ([name, value]) => value !== sent[name],
    );
    return left.length === 0
      ? without(state.chosen, group)
      : having(state.chosen, group, Object.fromEntries(left));
  };

  /** A failure is over when its flag is saved or chosen again, whatever happens to the group's other flags. */
  const stillFailed = (
    group: Group,
    sent: Flags,
    { kept, failure }: SaveOutcome,
    chosenAnew: Flags = {},
  ): ReadonlyMap<Group, FailedToggle> => {
    const before = state.failed.get(group);
    const flags = failure
      ? lacking({ ...before?.flags, ...sent }, chosenAnew)
      : lacking(before?.flags ?? {}, sent);
    const left = Object.entries(flags).filter(([name, value]) => kept?.[name] !== value);
    const why = failure ?? before;
    return why === undefined || left.length === 0
      ? without(state.failed, group)
      : having(state.failed, group, { ...why, flags: Object.fromEntries(left) });
  };

  const carryOut = async (group: Group): Promise<void> => {
    if (underWay.has(group)) return;
    underWay.add(group);
    let answered: Flags | undefined;
    for (let sent = state.chosen.get(group); sent; sent = state.chosen.get(group)) {
      const outcome = await outcomeOf(calls, group, sent);
      answered = outcome.failure === undefined ? outcome.kept : undefined;
      if (outcome.failure && listeners.size === 0) calls.onUnseenFailure(group, outcome.failure);
      const { kept } = state;
      const chosen = rest(group, sent);
      become({
        kept: outcome.kept === undefined ? kept : having(kept, group, outcome.kept),
        chosen,
        failed: stillFailed(group, sent, outcome, chosen.get(group)),
      });
    }
    underWay.delete(group);
    if (answered !== undefined) calls.onKept(group, answered);
  };

  const choose = (group: Group, flags: Flags): void => {
    become({ chosen: having(state.chosen, group, { ...state.chosen.get(group), ...flags }) });
    void carryOut(group);
  };

  return {
    state: () => state,
    isSaving: () => underWay.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose,
    tryAgain(group) {
      const failed = state.failed.get(group);
      // Later choices of the merchant win.
      if (failed !== undefined) choose(group, lacking(failed.flags, state.chosen.get(group) ?? {}));
    },
    giveUp: (group) => become({ failed: without(state.failed, group) }),
    loadedAnew() {
      const left = [...state.kept].filter(([group]) => underWay.has(group));
      if (left.length < state.kept.size) become({ kept: new Map(left) });
    },
  };
}

type SaveOutcome = { kept?: Flags; failure?: Omit<FailedToggle, 'flags'> };

async function outcomeOf<Group>(
  { save, read }: ToggleRequests<Group>,
  group: Group,
  sent: Flags,
): Promise<SaveOutcome> {
  try {
    return { kept: await save(group, sent) };
  } catch (error) {
    const known = error instanceof ResourceError ? error : undefined;
    const failure = {
      message: known?.message ?? errorTexts.somethingWentWrong,
      updateUrl: known?.updateUrl,
    };
    if (known !== undefined && !isOutcomeUnknown(known.status)) return { failure };
    // It may have been kept all the same.
    const kept = await read?.(group).catch(() => undefined);
    const isKept = kept && Object.entries(sent).every(([name, value]) => kept[name] === value);
    return isKept ? { kept } : { kept, failure };
  }
}

function lacking(flags: Flags, others: Flags): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => others[name] === undefined));
}

function having<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value) {
  return new Map(map).set(key, value);
}

function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key) {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
