import { knownTextOf } from '../subscription-api/failure.ts';
import { unknownAnswer } from './form-answer.ts';
import { invalidatingScreens } from './screen-cache.ts';

type Args = { serverAction: () => Promise<unknown> };

/**
 * The `clientAction` of a route with forms. Whatever comes of a submit, no screen shows again what was loaded before it.
 * Where no answer comes, or none of ours, the form stays with a message instead of giving way to an error page.
 */
export async function formClientAction({ serverAction }: Args): Promise<unknown> {
  try {
    return await invalidatingScreens(serverAction);
  } catch (error) {
    return unknownAnswer(knownTextOf(error));
  }
}
