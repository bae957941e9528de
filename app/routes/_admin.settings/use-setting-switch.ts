import { useCallback, useEffect, useRef, useState } from 'react';
import { ResourceError, requestResource } from '../../resource-routes/request-resource.ts';
import { anyAnswer } from '../../subscription-api/answer-schema.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { createSwitchTurns } from './switch-turns.ts';

export type SettingSwitch = {
  /** What was chosen last, also before it is saved. */
  value: boolean;
  isSubmitting: boolean;
  flip: () => void;
};

type Options<Setting extends string> = {
  /** The key of a boolean setting. */
  setting: Setting;
  /** What is saved; another object for each time that it was loaded. */
  loaded: Record<Setting, boolean>;
  /** Called with the vendor that was answered. */
  onSaved: (answer: unknown) => void;
  /** By then the switch is back at what is saved. */
  onFailed: (failure: Failure) => void;
};

/** A boolean setting that answers at once and is sent behind; it falls back where it can't be saved. */
export function useSettingSwitch<Setting extends string>({
  setting,
  loaded,
  onSaved,
  onFailed,
}: Options<Setting>): SettingSwitch {
  const [chosen, setChosen] = useState<boolean>();
  const [isSubmitting, setSubmitting] = useState(false);
  const latest = useRef({ onSaved, onFailed });
  latest.current = { onSaved, onFailed };
  const [turns] = useState(() =>
    createSwitchTurns({
      send: (value) =>
        requestResource({
          method: 'POST',
          path: '/vendor-settings',
          body: { [setting]: value },
          answer: async () => anyAnswer,
        }),
      onSaved(answer) {
        setSubmitting(false);
        latest.current.onSaved(answer);
      },
      onFailed(error) {
        setSubmitting(false);
        setChosen(undefined);
        if (!(error instanceof ResourceError)) throw error;
        latest.current.onFailed(error);
      },
    }),
  );

  // Once it is loaded anew what is saved speaks for itself, also where somebody else saved it.
  const isUnderWay = useRef(isSubmitting);
  isUnderWay.current = isSubmitting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each time that it was loaded
  useEffect(() => {
    if (!isUnderWay.current) setChosen(undefined);
  }, [loaded]);

  const value = chosen ?? loaded[setting];
  const flip = useCallback(() => {
    setChosen(!value);
    setSubmitting(true);
    turns.choose(!value);
  }, [turns, value]);
  return { value, isSubmitting, flip };
}
