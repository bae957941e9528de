import type { RotationCandidates } from '#contract/rotation.ts';
import { useSearchedPages } from '../../requests/use-searched-pages.ts';

const pageOf = ({ products, pageInfo }: RotationCandidates) => ({ items: products, pageInfo });

/** The products that a rotation could take: those of `first`, which came with the screen, and what is asked for after it. */
export function useCandidates(
  productId: string,
  first: RotationCandidates | null,
  firstFailure: string | null,
) {
  const { items: products, ...pages } = useSearchedPages({
    path: `/resources/manage-rotation/${encodeURIComponent(productId)}/candidates`,
    answer: async () => (await import('#contract/rotation.ts')).rotationCandidatesSchema,
    pageOf,
    first: { page: first && pageOf(first), failure: firstFailure },
  });
  return { products, ...pages };
}
