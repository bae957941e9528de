import type { z } from 'zod';
import type { FormAnswer } from '../requests/form-answer.ts';
import { ApiError } from '../subscription-api/errors.ts';
import { failureOf } from '../subscription-api/failure.ts';
import { parseForm } from './parse-form.ts';

/** A form as it came in. */
export type PostedForm = {
  formData: FormData;
  /** Makes a repeated submit of the same form harmless. */
  idempotencyKey: string | undefined;
};

/** No list of a form is longer, and no name. Whoever writes an index of his own would make a list as long as that. */
const maximumItems = 1000;
const maximumNameLength = 200;

function isOfAScreen(formData: FormData): boolean {
  return [...formData.keys()].every((name) => {
    const indexes = name.matchAll(/\[(\d+)\]/g);
    const areSmall = Array.from(indexes, ([, index]) => Number(index) < maximumItems);
    // Names with two underscores are Conform's own, which stay in the browser.
    return name.length <= maximumNameLength && !name.startsWith('__') && !areSmall.includes(false);
  });
}

/** Whether it fits in a header, in which the key is sent. */
function isKey(text: string): boolean {
  return /^[\x21-\x7e]{0,255}$/.test(text);
}

type Intents = Record<string, (posted: PostedForm) => Promise<Response>>;

/**
 * Hands a posted form to the handler that its `intent` names. What names none, and a field that no screen has, is refused, never
 * taken for another.
 */
export async function answerForm(request: Request, intents: Intents): Promise<Response> {
  const formData = await request.formData().catch(() => new FormData());
  const intent = formData.get('intent');
  const handle = typeof intent === 'string' ? new Map(Object.entries(intents)).get(intent) : null;
  const key = formData.get('idempotencyKey') ?? '';
  if (!handle || !isOfAScreen(formData) || typeof key !== 'string' || !isKey(key))
    return answer({ result: { status: 'error', error: {} }, saved: null, status: 400 });
  return handle({ formData, idempotencyKey: key === '' ? undefined : key });
}

/**
 * A form's way through an action: parse with the contract's schema, make one call, map what failed onto the fields.
 * Field errors of the server keep their names; a form error is added where the server named no field.
 * `loadLatest` fetches what somebody else saved when the call conflicts with it; the merchant chooses between the two.
 * What was typed `isSecret` where it must not travel back; the fields keep it.
 */
export async function saveForm<Schema extends z.ZodType, Saved>(
  formData: FormData,
  schema: Schema,
  save: (value: z.output<Schema>) => Promise<Saved>,
  { loadLatest, isSecret = false }: { loadLatest?: () => Promise<Saved>; isSecret?: boolean } = {},
): Promise<Response> {
  const submission = parseForm(formData, schema);
  const reply = (...errors: Parameters<typeof submission.reply>) => {
    const { initialValue, ...result } = submission.reply(...errors);
    return isSecret ? result : { ...result, initialValue };
  };
  if (submission.status !== 'success') {
    return answer({ result: reply(), saved: null, status: 422 });
  }
  try {
    const saved = await save(submission.value);
    return answer({ result: reply(), saved, status: 200 });
  } catch (error) {
    const { status, headers, failure } = failureOf(error);
    const { '': formErrors = [], ...fieldErrors } =
      error instanceof ApiError ? error.fieldErrors : {};
    const named = Object.keys(fieldErrors).length > 0;
    const result = reply({
      fieldErrors,
      formErrors: formErrors.length > 0 || named ? formErrors : [failure.message],
    });
    // If the latest can't be loaded the conflict is still reported; the next try asks again.
    const latest = status === 409 ? await loadLatest?.().catch(() => undefined) : undefined;
    return answer({ result, saved: null, status, latest, updateUrl: failure.updateUrl }, headers);
  }
}

function answer<Saved>(body: FormAnswer<Saved>, headers?: Headers): Response {
  return Response.json(body, { status: body.status, headers });
}
