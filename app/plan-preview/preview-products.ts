import type { PreviewProduct } from './PlanPreview.tsx';

/** What the preview is computed for: real products of the store and the day of the first order (ISO date, UTC). */
export type PreviewProductsAnswer = { products: PreviewProduct[]; firstDay: string };
