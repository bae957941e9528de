import { useEffect, useRef, useState } from 'react';
import type { Billing } from '#contract/recurring-orders.ts';
import { useToast } from '../../bridge/toast.tsx';
import { parseRequired } from '../../forms/parse-required.ts';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useParsedForm } from '../../forms/use-parsed-form.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { isOutcomeUnknown } from '../../subscription-api/failure.ts';
import type { parseEditedRules } from './edited-rules.ts';
import {
  differentRules,
  type RuleField,
  type RuleTexts,
  ruleConflictInWords,
  ruleFields,
  textsOfRules,
  textsTyped,
} from './rule-texts.ts';

type Retries = { retries: string; afterDays: string; end: string };
type Values = {
  hour: string;
  catchUpDays: string;
  payment: Retries;
  stock: Retries;
  isOversold: boolean;
  asksForMethod: boolean;
};

/** All billing rules as one form. A save applies only if the rules are still those that the merchant saw. `loaded` is new after each loading. */
export function useBillingRulesForm(loaded: Billing) {
  const showToast = useToast();
  const reload = useRevalidateScreen();
  const submission = useFormSubmission<Billing>();
  const { answer, settleAnswer } = submission;
  // The schemas load with the first change. Until then the action checks.
  const [check, setCheck] = useState<{ parse: typeof parseEditedRules }>();
  const { form, fields } = useParsedForm<Values, unknown>(
    submission,
    (formData) => check?.parse(formData) ?? parseRequired(formData, {}),
    valuesOf(loaded),
  );
  const [latest, setLatest] = useState(loaded);
  const saved = textsOfRules(latest.rules);
  // Stays behind `saved` while somebody else's change of an edited rule is undecided.
  const [seen, setSeen] = useState(saved);
  const [overtakenBy, setOvertakenBy] = useState<typeof answer>();
  const sent = useRef<RuleTexts>();
  // Sent since the rules were last known, with an unknown outcome.
  const unanswered = useRef<Array<RuleTexts | undefined>>([]);
  const isSentAgain = useRef(false);
  const texts = textsTyped(form.value);
  const changed = differentRules(texts, saved);
  const overtaken = differentRules(seen, saved).filter((field) => changed.includes(field));
  // The old tag makes the API refuse a save until the merchant has decided about somebody else's change.
  const seenTag = useRef(latest.tag);
  if (overtaken.length === 0) seenTag.current = latest.tag;

  const isChanged = changed.length > 0;
  useEffect(() => {
    if (!isChanged) return;
    import('./edited-rules.ts').then(
      ({ parseEditedRules: parse }) => setCheck((loaded) => loaded ?? { parse }),
      () => undefined,
    );
  }, [isChanged]);
  const { isSubmitting } = submission;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts when a submit begins
  useEffect(() => {
    if (isSubmitting) sent.current = texts;
  }, [isSubmitting]);

  function show(names: readonly RuleField[], from: RuleTexts) {
    for (const name of names) {
      if (texts[name] !== from[name]) form.update({ name, value: from[name], validated: false });
    }
  }

  /** Takes over the loaded rules, except those that the merchant has edited since `since`. */
  function follow(now: Billing, since: RuleTexts) {
    const next = textsOfRules(now.rules);
    const touched = differentRules(texts, since);
    const isTouched = (field: RuleField) => touched.includes(field);
    show(
      ruleFields.filter((field) => !isTouched(field)),
      next,
    );
    const known = ruleFields.filter((field) => !isTouched(field));
    setSeen({ ...since, ...Object.fromEntries(known.map((field) => [field, next[field]])) });
    setLatest(now);
  }

  /** Loaded values that equal the sent ones are the merchant's own save, even if its answer was lost. */
  function followLoaded(now: Billing) {
    const next = textsOfRules(now.rules);
    const mine = [sent.current, ...unanswered.current].find(
      (texts) => texts !== undefined && differentRules(texts, next).length === 0,
    );
    follow(now, mine ?? seen);
    if (mine !== undefined) settleAnswer();
    return mine !== undefined;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each loading
  useEffect(() => {
    if (loaded !== latest) followLoaded(loaded);
  }, [loaded]);

  function settle() {
    if (answer === undefined) return;
    if (answer.saved !== null) {
      followLoaded(answer.saved);
      setOvertakenBy(undefined);
      showToast('Settings saved');
    } else if (answer.status === 409) {
      isSentAgain.current = answer.latest !== undefined && followLoaded(answer.latest);
      if (!isSentAgain.current) setOvertakenBy(answer);
      settleAnswer();
    }
    // Any other answer says nothing of the saves before it.
    if (isOutcomeUnknown(answer.status)) unanswered.current.push(sent.current);
    else if (answer.saved !== null || answer.latest !== undefined) unanswered.current = [];
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(settle, [answer]);
  // Only the merchant's own save was in the way: the form has its tag by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the rules that it was refused for
  useEffect(() => {
    if (isSentAgain.current) submission.submit();
    isSentAgain.current = false;
  }, [latest]);

  const payment = fields.payment.getFieldset();
  const stock = fields.stock.getFieldset();
  const places = {
    hour: fields.hour,
    catchUpDays: fields.catchUpDays,
    'payment.retries': payment.retries,
    'payment.afterDays': payment.afterDays,
    'payment.end': payment.end,
    asksForMethod: fields.asksForMethod,
    'stock.retries': stock.retries,
    'stock.afterDays': stock.afterDays,
    'stock.end': stock.end,
    isOversold: fields.isOversold,
  } satisfies Record<RuleField, object>;

  function accept() {
    setSeen(saved);
    setOvertakenBy(undefined);
    settleAnswer();
  }

  return {
    form,
    fields: places,
    submission,
    texts,
    latest,
    isChanged,
    /** The `If-Match` of a save. */
    tag: seenTag.current,
    discard() {
      show(ruleFields, saved);
      accept();
      if (unanswered.current.length === 0) return;
      // What a save made of the rules is nothing that the merchant typed over.
      sent.current = undefined;
      unanswered.current = [];
      reload();
    },
    conflict: {
      settings: overtaken.map((field) => ({
        field,
        text: ruleConflictInWords(field, saved[field], texts[field]),
      })),
      asked: overtakenBy,
      choose(choice: 'typed' | 'saved') {
        if (choice === 'saved') show(overtaken, saved);
        accept();
        const [first] = overtaken;
        if (first !== undefined) document.getElementById(places[first].id)?.focus();
      },
    },
  };
}

function valuesOf({ rules }: Billing) {
  const { payment, stock } = rules;
  const textsOf = ({ retries, afterDays, end }: typeof payment): Retries => ({
    retries: String(retries),
    afterDays: String(afterDays),
    end,
  });
  return {
    ...rules,
    hour: String(rules.hour),
    catchUpDays: String(rules.catchUpDays),
    payment: textsOf(payment),
    stock: textsOf(stock),
  };
}

export type BillingRulesForm = ReturnType<typeof useBillingRulesForm>;
