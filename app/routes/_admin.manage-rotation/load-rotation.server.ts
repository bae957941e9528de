import { originalIdOf } from '#contract/original-id.ts';
import type { Rotation, RotationCandidates } from '#contract/rotation.ts';
import type { SubscriptionApiClient } from '../../subscription-api/client.ts';
import { ApiError, UpdateRequiredError } from '../../subscription-api/errors.ts';
import { answerBesideFailure, failureOf, orErrorPage } from '../../subscription-api/failure.ts';

/** The screen's data. A part that couldn't be loaded says why. */
export type LoadedRotation = {
  /** The product's original id. */
  productId: string;
  rotation: Rotation['payload'] | null;
  failure: string | null;
  candidates: RotationCandidates | null;
  candidatesFailure: string | null;
  /** Original ids of the products that the server stores, for the badge "Synced". */
  synced: string[];
};

/** The product that the address names by its number or its global id; null for anything else. */
export function productIdOf(url: URL): string | null {
  const id = originalIdOf(url.searchParams.get('id') ?? '');
  return /^\d{1,20}$/.test(id) ? id : null;
}

/**
 * The rotation of a product and the products that it could take; `not found` where the store has no such product;
 * and what to answer with, by whether the rotation could be had.
 * @throws Response where the merchant must grant something first, or may not use the app
 */
export async function loadRotation(
  client: Pick<SubscriptionApiClient, 'getRotation' | 'listRotationCandidates' | 'listProducts'>,
  productId: string,
): Promise<{ loaded: LoadedRotation | 'not found'; answeredWith: ResponseInit }> {
  const [rotation, candidates, stored] = await Promise.all([
    orFailure(client.getRotation({ id: productId })),
    orFailure(client.listRotationCandidates({ id: productId })),
    orFailure(client.listProducts()),
  ]);
  const { answeredWith } = rotation;
  if (rotation.status === 404) return { loaded: 'not found', answeredWith };
  const loaded = {
    productId,
    rotation: rotation.answer?.payload ?? null,
    failure: rotation.failure,
    candidates: candidates.answer,
    candidatesFailure: candidates.failure,
    synced: stored.answer?.products.map((product) => product.original_id) ?? [],
  };
  return { loaded, answeredWith };
}

async function orFailure<Answer>(call: Promise<Answer>) {
  try {
    return { answer: await call, status: 200, failure: null, answeredWith: {} };
  } catch (error) {
    const takesThePage =
      error instanceof UpdateRequiredError || (error instanceof ApiError && error.status === 403);
    if (takesThePage) return orErrorPage<never>(Promise.reject(error));
    const { status, failure } = failureOf(error);
    const answeredWith = answerBesideFailure(error);
    return { answer: null, status, failure: failure.message, answeredWith };
  }
}
