import { useCallback, useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import type { Vendor } from '#contract/vendor.ts';
import { useToast } from '../../bridge/toast.tsx';
import { useFocusOnFirstError } from '../../forms/use-focus-on-first-error.ts';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { type SavedSettings, savedSettingsAnswer } from './saved-settings.ts';
import {
  changesOf,
  keepTyping,
  keptSight,
  keptTyping,
  overtakenOf,
  type SettingField,
  settingFields,
  type Typed,
  textsOf,
  wantedOf,
} from './typed-settings.ts';
import { namesOf, type UnsavedSetting } from './use-saved-settings.ts';

type Errors = Partial<Record<SettingField, string>>;

/** What came of a save of which a field was refused. */
export type PartlySaved = { saved: string; unsaved: string };

type Options = {
  /** Another object for each time that it was loaded. */
  vendor: Vendor;
  /** Something was saved, perhaps all of it. */
  onSaved: (names: string[], answer: SavedSettings) => void;
  /** `beside` was saved all the same. */
  onFailed: (unsaved: UnsavedSetting[], failure: Failure, beside: string) => void;
  /** Something was changed elsewhere: the vendor is to be loaded anew. */
  onOvertaken: () => void;
};

/** The texts and the colour of Settings: what is typed, what is wrong with it, and saving what changed. */
export function useSettingsForm({ vendor, onSaved, onFailed, onOvertaken }: Options) {
  const saved = textsOf(vendor);
  const [typed, setTyped] = useState<Typed>(keptTyping);
  const [errors, setErrors] = useState<Errors>({});
  const [partlySaved, setPartlySaved] = useState<PartlySaved>();
  const [refusal, setRefusal] = useState<object | null>(null);
  const [seen, setSeen] = useState<Typed>(keptSight);
  const [overtaken, setOvertaken] = useState<object>();
  const submission = useFormSubmission(savedSettingsAnswer);
  const { formId, fetcher, isSubmitting, answer } = submission;
  const showToast = useToast();
  const changes = changesOf(typed, saved);
  const isChanged = Object.keys(changes).length > 0;
  useFocusOnFirstError(formId, refusal);

  const latest = useRef({ typed, seen, saved, onSaved, onFailed, onOvertaken });
  latest.current = { typed, seen, saved, onSaved, onFailed, onOvertaken };
  /** `nowSeen` is what the merchant knows to be saved; else it is what was when a field was touched. */
  const become = useCallback((next: Typed, nowSeen: Typed = {}) => {
    const { seen: before, saved: current } = latest.current;
    const touched = settingFields.filter(({ field }) => next[field] !== undefined);
    const sight: Typed = Object.fromEntries(
      touched.map(({ field }) => [field, nowSeen[field] ?? before[field] ?? current[field]]),
    );
    keepTyping(next, sight);
    latest.current.typed = next;
    latest.current.seen = sight;
    setTyped(next);
    setSeen(sight);
  }, []);

  // What is on its way; a field that is typed in meanwhile stays typed.
  const sent = useRef<Typed>({});
  // What was sent without an answer: found saved, it was the merchant's own doing.
  const lost = useRef<Typed>({});
  const cameTooLate = useRef(false);
  // What was saved by a lost answer, or by somebody else, is unsaved no more.
  useEffect(() => {
    const { typed: typing } = latest.current;
    const now = textsOf(vendor);
    const changed = changesOf(typing, now);
    const left = settingFields.filter(({ field }) => changed[field] !== undefined);
    const own = left.filter(({ field }) => lost.current[field] === now[field]);
    become(
      Object.fromEntries(left.map(({ field }) => [field, typing[field]])),
      Object.fromEntries(own.map(({ field }) => [field, now[field]])),
    );
    lost.current = {};
    // Not before it can say what was changed.
    if (cameTooLate.current) setOvertaken({});
    cameTooLate.current = false;
  }, [vendor, become]);

  const check = useCallback(async (field: SettingField) => {
    const text = latest.current.typed[field];
    if (text === undefined) return;
    const found = await errorsIn({ [field]: wantedOf(field, text) });
    if (latest.current.typed[field] !== text) return;
    setErrors((current) => ({ ...current, [field]: found[field] }));
  }, []);

  function fieldOf(field: SettingField) {
    return {
      value: typed[field] ?? saved[field],
      error: errors[field],
      onChange(text: string) {
        become({ ...latest.current.typed, [field]: text });
        if (errors[field] !== undefined) void check(field);
      },
      onBlur() {
        const { [field]: text, ...others } = latest.current.typed;
        if (text === undefined) return;
        become({ ...others, ...changesOf({ [field]: text }, saved) });
        setErrors((current) => ({ ...current, [field]: undefined }));
        void check(field);
      },
    };
  }

  async function save() {
    if (isSubmitting || !submission.begin()) return;
    const wanted = changesOf(latest.current.typed, saved);
    const found = await errorsIn(wanted);
    setErrors(found);
    setPartlySaved(undefined);
    if (Object.keys(found).length > 0) {
      submission.giveUp();
      setRefusal({});
      return;
    }
    setOvertaken(undefined);
    sent.current = wanted;
    // The two go together in one call (specification §7).
    const isOfSender = wanted.replyToEmail !== undefined || wanted.useNoReply !== undefined;
    const { replyToEmail, useNoReply } = saved;
    const named: Typed = { ...(isOfSender && { replyToEmail, useNoReply }), ...wanted };
    // Nobody knows what is saved of a setting whose answer was lost: the merchant's last word goes.
    const known = settingFields.filter(({ field }) => lost.current[field] === undefined);
    const sight = known.map(({ field }) => [
      `seen.${field}`,
      latest.current.seen[field] ?? saved[field],
    ]);
    fetcher.submit(
      { intent: 'save-settings', ...named, ...Object.fromEntries(sight) },
      { method: 'post' },
    );
  }

  function discard() {
    become({});
    setErrors({});
    setPartlySaved(undefined);
    setOvertaken(undefined);
  }

  const settle = useCallback(
    (current: NonNullable<typeof answer>) => {
      const asked = sent.current;
      const done = current.saved ?? {
        saved: [],
        isOvertaken: false,
        failure: null,
        manualThemeUpdateRequired: null,
      };
      const isSaved = (field: SettingField) => done.saved.includes(field);
      const typing = latest.current.typed;
      become(
        Object.fromEntries(
          settingFields.flatMap(({ field }) => {
            const text = typing[field];
            if (text === undefined) return [];
            const isDone = isSaved(field) && wantedOf(field, text) === asked[field];
            return isDone ? [] : [[field, text]];
          }),
        ),
        Object.fromEntries(Object.entries(asked).filter(([key]) => done.saved.includes(key))),
      );
      const refused = errorsOf(current.result.error);
      setErrors(refused);
      const wanted = settingFields.filter(({ field }) => asked[field] !== undefined);
      const names = wanted.filter(({ field }) => isSaved(field)).map(({ name }) => name);
      const unsaved = wanted
        .filter(({ field }) => !isSaved(field))
        .map(({ field, name }) => ({
          name,
          isSavedIn: (later: Vendor) => textsOf(later)[field] === asked[field],
        }));
      if (names.length > 0) latest.current.onSaved(names, done);
      const beside = names.join(', ');
      const isLost = ({ field }: { field: SettingField }) =>
        !done.isOvertaken && !isSaved(field) && refused[field] === undefined;
      lost.current = Object.fromEntries(
        wanted.filter(isLost).map(({ field }) => [field, asked[field]]),
      );
      if (done.isOvertaken) {
        cameTooLate.current = true;
        latest.current.onOvertaken();
      }
      if (unsaved.length === 0) showToast('Settings saved');
      else if (done.isOvertaken && done.failure === null) return;
      else if (done.failure === null && Object.keys(refused).length > 0) {
        setPartlySaved({ saved: beside, unsaved: namesOf(unsaved) });
        setRefusal({});
      } else {
        const message = current.result.error?.['']?.[0] ?? errorTexts.serverError;
        latest.current.onFailed(unsaved, done.failure ?? { message }, beside);
      }
    },
    [become, showToast],
  );
  useEffect(() => {
    if (answer !== undefined) settle(answer);
  }, [answer, settle]);

  const conflict = {
    settings: overtakenOf(typed, seen, saved),
    /** Another one for each save that came too late. */
    asked: overtaken,
    keepTyped: () => {
      become(typed, saved);
      setOvertaken(undefined);
    },
    takeSaved: () => {
      const over = new Set(conflict.settings.map(({ field }) => field));
      const left = settingFields.filter(({ field }) => !over.has(field));
      become(Object.fromEntries(left.map(({ field }) => [field, typed[field]])));
      setOvertaken(undefined);
    },
  };
  return {
    formId,
    fieldOf,
    isChanged,
    isSaving: isSubmitting,
    save,
    discard,
    partlySaved,
    conflict,
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** Checked by the contract as the action does, where its schemas can be loaded; else the action says what is wrong. */
async function errorsIn(texts: Typed): Promise<Errors> {
  const formData = new FormData();
  for (const [name, text] of Object.entries(texts)) formData.set(name, text);
  try {
    const { parseEditedSettings } = await import('./edited-settings.ts');
    return errorsOf(parseEditedSettings(formData).reply().error);
  } catch {
    return {};
  }
}

function errorsOf(found: Record<string, string[] | null> | undefined): Errors {
  return Object.fromEntries(
    settingFields.flatMap(({ field }) => {
      const message = found?.[field]?.[0];
      return message === undefined ? [] : [[field, message]];
    }),
  );
}
