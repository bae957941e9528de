import type { UpdatedVendor, UpdateVendorSettings } from '#contract/vendor-settings.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { failureOf } from '../../subscription-api/failure.ts';
import { type EditedSettings, parseEditedSettings } from './edited-settings.ts';
import type { SavedSettings } from './saved-settings.ts';

type Save = (input: { body: UpdateVendorSettings }) => Promise<UpdatedVendor>;

/** Saves what the merchant changed, one key per call (specification §7). A field that is refused keeps no other from being saved. */
export async function saveSettings(formData: FormData, save: Save): Promise<Response> {
  const submission = parseEditedSettings(formData);
  if (submission.status !== 'success') {
    return answer({ result: submission.reply(), saved: null, status: 422 });
  }
  const outcome: SavedSettings = { saved: [], failure: null, manualThemeUpdateRequired: null };
  let fieldErrors: Record<string, string[]> = {};
  let failedWith: { status: number; headers?: Headers } = { status: 200 };
  for (const body of callsFor(submission.value)) {
    try {
      const { manualThemeUpdateRequired } = await save({ body });
      outcome.saved.push(...Object.keys(body));
      outcome.manualThemeUpdateRequired ??= manualThemeUpdateRequired ?? null;
    } catch (error) {
      const { status, headers, failure } = failureOf(error);
      failedWith = { status, headers };
      const named = error instanceof ApiError ? error.fieldErrors : {};
      fieldErrors = { ...fieldErrors, ...named };
      if (Object.keys(named).length > 0) continue;
      outcome.failure = failure;
      break;
    }
  }
  const result = submission.reply({ fieldErrors });
  // A good status has the screen loaded anew, which shows what was saved.
  const { status, headers } = outcome.saved.length > 0 ? { status: 200 } : failedWith;
  return answer({ result, saved: outcome, status }, headers);
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

function answer(body: FormAnswer<SavedSettings>, headers?: Headers): Response {
  return Response.json(body, { status: body.status, headers });
}
