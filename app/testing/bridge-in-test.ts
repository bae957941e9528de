import type { ClientApplication } from '@shopify/app-bridge';

type Payload = Record<string, unknown>;
type Action = { type: string; payload?: unknown };
type Listener = { type: string; hear: (payload?: Payload) => void };

/** The admin's answers to requests, by the end of their type, such as `SESSION_TOKEN::REQUEST`. */
export type BridgeAnswers = Readonly<Record<string, () => Payload>>;

const nothing = (): Promise<never> => new Promise(() => {});

/** A bridge to a fake admin, which records all actions and answers those in `answers`. */
export function createBridgeInTest(answers: BridgeAnswers = {}) {
  const dispatched: Action[] = [];
  const types: string[] = [];
  const listeners = new Set<Listener>();
  /** The admin's own word, such as a press on its save bar. */
  const say = (said: string, payload?: Payload) => {
    for (const { type, hear } of [...listeners]) if (type === said) hear(payload);
  };
  const bridge: ClientApplication = {
    subscribe(type: unknown, hear?: Listener['hear']) {
      if (typeof type !== 'string' || hear === undefined) return () => {};
      const listener = { type, hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch(action) {
      dispatched.push(action);
      types.push(action.type);
      const [, answer] = Object.entries(answers).find(([end]) => action.type.endsWith(end)) ?? [];
      if (answer) say(action.type.replace('::REQUEST', '::RESPOND'), answer());
      return action;
    },
    error: () => () => {},
    getState: nothing,
    featuresAvailable: nothing,
    localOrigin: window.location.origin,
    hostOrigin: 'https://admin.localhost',
  };
  return { bridge, dispatched, types, say };
}
