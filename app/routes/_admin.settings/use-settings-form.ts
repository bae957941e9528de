import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import type { Vendor } from '#contract/vendor.ts';
import { useToast } from '../../bridge/toast.tsx';
import { parseRequired } from '../../forms/parse-required.ts';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useParsedForm } from '../../forms/use-parsed-form.ts';
import type { parseEditedSettings } from './edited-settings.ts';
import type { SettingsAnswer } from './save-settings.server.ts';
import {
  conflictInWords,
  differencesOf,
  type SettingField,
  type SettingTexts,
  settingFields,
  textsOf,
} from './setting-texts.ts';
import { fieldNames } from './setting-words.ts';
import type { SavedSettings } from './use-saved-settings.ts';

type Options = Pick<SavedSettings, 'saved' | 'failed'> & {
  /** Another object each time it is loaded. */
  vendor: Vendor;
};

type Sent = { fields: readonly SettingField[]; texts: SettingTexts };

/** The texts and the color of Settings as one form, which saves what changed. */
export function useSettingsForm({ vendor, saved: onSaved, failed: onFailed }: Options) {
  const saved = textsOf(vendor);
  const showToast = useToast();
  const submission = useFormSubmission<SettingsAnswer>();
  const { formId, fetcher, answer, settleAnswer } = submission;
  // The schemas load with the first focus. Until then the action checks.
  const [check, setCheck] = useState<{ parse: typeof parseEditedSettings }>();
  const { form, fields } = useParsedForm<SettingTexts, unknown>(
    submission,
    (formData) => check?.parse(formData) ?? parseRequired(formData, {}),
    saved,
  );
  const texts = textsIn(form.value);
  const changed = differencesOf(texts, saved);
  // Lags behind `saved` where somebody else changed a field that the merchant is editing.
  const [seen, setSeen] = useState(saved);
  // The answer after which the browser refused the next save: what it said of fields is old then.
  const [refusedHere, setRefusedHere] = useState<typeof answer>();
  const sent = useRef<Sent>({ fields: [], texts: saved });
  // Sent with an unknown outcome, so they are sent again without `seen`.
  const unanswered = useRef<readonly SettingField[]>([]);

  function loadCheck() {
    import('./edited-settings.ts').then(
      ({ parseEditedSettings: parse }) => setCheck((loaded) => loaded ?? { parse }),
      () => undefined,
    );
  }
  function checkWhatWasLeft() {
    if (check === undefined) return;
    const left = changed.filter((name) => document.activeElement?.id !== fields[name].id);
    for (const name of left) form.validate({ name });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the check is there
  useEffect(checkWhatWasLeft, [check]);

  function show(names: readonly SettingField[]) {
    const others = names.filter((name) => texts[name] !== saved[name]);
    for (const name of others) form.update({ name, value: saved[name], validated: false });
  }
  const isUnchanged = (field: SettingField) => !changed.includes(field);

  function follow() {
    const touched = differencesOf(texts, seen);
    const fromElsewhere = differencesOf(sent.current.texts, saved);
    const following = settingFields.filter(
      (field) => isUnchanged(field) || !touched.includes(field),
    );
    show(following);
    const known = settingFields.filter(
      (field) => following.includes(field) || !fromElsewhere.includes(field),
    );
    setSeen({ ...seen, ...Object.fromEntries(known.map((field) => [field, saved[field]])) });
    unanswered.current = [];
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each vendor that is loaded
  useEffect(follow, [vendor]);

  function submit(event: FormEvent<HTMLFormElement>) {
    form.onSubmit(event);
    if (event.defaultPrevented) {
      // Conform also checks and updates single fields by submitting.
      if (!isIntent(event.nativeEvent)) setRefusedHere(answer);
      return;
    }
    event.preventDefault();
    if (changed.length === 0 || !submission.begin()) return;
    sent.current = { fields: changed, texts };
    const posted = new FormData();
    posted.set('intent', 'save-settings');
    const isOfSender = changed.includes('replyToEmail') || changed.includes('useNoReply');
    for (const field of settingFields) {
      // The two go together in one call (specification §7).
      const isPartner = isOfSender && (field === 'replyToEmail' || field === 'useNoReply');
      if (isUnchanged(field) && !isPartner) continue;
      posted.set(field, texts[field]);
      if (!unanswered.current.includes(field)) posted.set(`seen.${field}`, seen[field]);
    }
    fetcher.submit(posted, { method: 'post' });
  }

  const outcome = answer?.saved ?? undefined;
  const { isOvertaken = false, failure = null } = outcome ?? {};
  const refused = Object.keys(answer?.result.error ?? {});
  const isSaved = (field: SettingField) => outcome?.saved.includes(field) === true;
  const savedNames = sent.current.fields.filter(isSaved).map((field) => fieldNames[field]);
  const unsaved = sent.current.fields.filter((field) => !isSaved(field));
  const isRefused =
    failure === null && !isOvertaken && unsaved.some((field) => refused.includes(field));

  function settle() {
    if (answer === undefined) return;
    if (savedNames.length > 0) onSaved(savedNames, outcome);
    if (unsaved.length === 0) return showToast('Settings saved');
    unanswered.current = isOvertaken ? [] : unsaved.filter((field) => !refused.includes(field));
    if (isRefused || (isOvertaken && failure === null)) return;
    const wanted = sent.current.texts;
    onFailed(
      unsaved.map((field) => ({
        name: fieldNames[field],
        isSavedIn: (later) => !differencesOf(textsOf(later), wanted).includes(field),
      })),
      failure ?? { message: answer.result.error?.['']?.[0] ?? errorTexts.serverError },
      savedNames.join(', '),
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(settle, [answer]);

  const overtaken = differencesOf(seen, saved).filter((field) => changed.includes(field));
  function choose(choice: 'typed' | 'saved') {
    if (choice === 'saved') show(overtaken);
    setSeen(saved);
    settleAnswer();
    const [first] = overtaken;
    if (first !== undefined) focusField(fields[first].id);
  }

  return {
    fields,
    isChanged: changed.length > 0,
    isSaving: submission.isSubmitting,
    save: submission.submit,
    discard() {
      show(settingFields);
      setSeen(saved);
      settleAnswer();
    },
    /** Props for the form element. */
    props: {
      id: formId,
      onSubmit: submit,
      onFocus: loadCheck,
      onBlur: () => show(settingFields.filter(isUnchanged)),
    },
    /** Undefined where no field was refused. */
    partlySaved:
      isRefused && refusedHere !== answer
        ? {
            saved: savedNames.join(', '),
            unsaved: unsaved.map((field) => fieldNames[field]).join(', '),
          }
        : undefined,
    conflict: {
      settings: overtaken.map((field) => ({
        field,
        text: conflictInWords(field, saved[field], texts[field]),
      })),
      /** The answer to a save that came too late; undefined for others. */
      asked: isOvertaken ? answer : undefined,
      choose,
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** The form library leaves out what is empty. */
function textsIn(value: Partial<SettingTexts> = {}): SettingTexts {
  return { replyToEmail: '', useNoReply: '', daysBeforeReminder: '', buttonColor: '', ...value };
}

/** A text field, or the chosen one of several. */
function focusField(id: string): void {
  const place = document.getElementById(id);
  (place?.querySelector<HTMLElement>('input:checked') ?? place)?.focus();
}

function isIntent(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute('name') === '__intent__';
}
