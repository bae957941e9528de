export type SwitchTurns = {
  /** Sends a state, or has it wait for the one that is on its way; of several that wait only the last is sent. */
  choose: (isOn: boolean) => void;
};

type Options<Answer> = {
  send: (isOn: boolean) => Promise<Answer>;
  /** Nothing waits any more, and the state last chosen is saved. */
  onSaved: (answer: Answer) => void;
  /** Nothing waits any more, and the state last chosen is not saved. */
  onFailed: (error: unknown) => void;
};

/**
 * One state of a switch at a time is on its way to the server: in whatever order answers come in, what was chosen last is what
 * stands. It goes on when its screen is left.
 */
export function createSwitchTurns<Answer>({
  send,
  onSaved,
  onFailed,
}: Options<Answer>): SwitchTurns {
  let waiting: boolean | undefined;
  let isSending = false;

  async function work(): Promise<void> {
    isSending = true;
    let settle: () => void = () => {};
    while (waiting !== undefined) {
      const sent = waiting;
      waiting = undefined;
      try {
        const answer = await send(sent);
        settle = () => onSaved(answer);
      } catch (error) {
        settle = () => onFailed(error);
      }
    }
    isSending = false;
    settle();
  }

  return {
    choose(isOn) {
      waiting = isOn;
      if (!isSending) void work();
    },
  };
}
