import { settingsTag } from '#contract/settings-tag.ts';
import type { UpdatedVendor, UpdateVendorSettings } from '#contract/vendor-settings.ts';
import type { FormAnswer } from '../../requests/form-answer.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { type Failure, failureOf } from '../../subscription-api/failure.ts';
import { type EditedSettings, parseEditedSettings } from './edited-settings.ts';

/** Which of several settings were saved, and why the others weren't. */
export type SettingsAnswer = {
  saved: string[];
  /** Whether one was not saved because it was changed elsewhere since the merchant saw it. */
  isOvertaken: boolean;
  /** A call that failed without naming a field. Later calls aren't made. */
  failure: Failure | null;
  manualThemeUpdateRequired?: boolean;
};

type Save = (input: { body: UpdateVendorSettings; ifMatch?: string }) => Promise<UpdatedVendor>;

/**
 * Saves what the merchant changed, one key per call (specification §7). A field that is refused keeps no other from being saved, nor
 * does one that was changed meanwhile: `seen.` and its name is what the merchant saw of it.
 */
export async function saveSettings(formData: FormData, save: Save): Promise<Response> {
  const submission = parseEditedSettings(formData);
  if (submission.status !== 'success') {
    return answer({ result: submission.reply(), saved: null, status: 422 });
  }
  const outcome: SettingsAnswer = { saved: [], isOvertaken: false, failure: null };
  let fieldErrors: Record<string, string[]> = {};
  let failedWith: { status: number; headers?: Headers } = { status: 200 };
  for (const body of callsFor(submission.value)) {
    try {
      const { manualThemeUpdateRequired } = await save({
        body,
        ifMatch: tagOf(formData, Object.keys(body)),
      });
      outcome.saved.push(...Object.keys(body));
      outcome.manualThemeUpdateRequired ??= manualThemeUpdateRequired;
    } catch (error) {
      const { status, headers, failure } = failureOf(error);
      failedWith = { status, headers };
      if (status === 409) {
        outcome.isOvertaken = true;
        continue;
      }
      const named = error instanceof ApiError ? error.fieldErrors : {};
      fieldErrors = { ...fieldErrors, ...named };
      if (Object.keys(named).length > 0) continue;
      outcome.failure = failure;
      break;
    }
  }
  const result = submission.reply({ fieldErrors });
  // A 2xx status makes the screen reload, which then shows what was saved here or elsewhere.
  const isNews = outcome.saved.length > 0 || outcome.isOvertaken;
  const { status, headers } = isNews ? { status: 200 } : failedWith;
  return answer({ result, saved: outcome, status }, headers);
}

/** Undefined where the form does not say what was seen. */
function tagOf(formData: FormData, keys: string[]): string | undefined {
  const seen = keys.flatMap((key) => {
    const text = formData.get(`seen.${key}`);
    return typeof text === 'string' ? [[key, text] as const] : [];
  });
  return seen.length === keys.length ? settingsTag(Object.fromEntries(seen)) : undefined;
}

/** One call each, but for the two that belong together. */
function callsFor(edited: EditedSettings): UpdateVendorSettings[] {
  const { replyToEmail, useNoReply, daysBeforeReminder, buttonColor } = edited;
  const sender = {
    ...(replyToEmail !== undefined && { replyToEmail }),
    ...(useNoReply !== undefined && { useNoReply }),
  };
  return [
    sender,
    daysBeforeReminder === undefined ? {} : { daysBeforeReminder },
    buttonColor === undefined ? {} : { buttonColor },
  ].filter((body) => Object.keys(body).length > 0);
}

function answer(body: FormAnswer<SettingsAnswer>, headers?: Headers): Response {
  return Response.json(body, { status: body.status, headers });
}
