import { browserTransform } from './browser-transform.ts';

const shapeModule = /d3-shape\/dist\/d3-shape\.mjs$/;

/** Lets the bundler drop the curves that no chart of ours draws: d3-shape makes each by a call, in one file for all. */
export const pureCurves = browserTransform('pure-curves', shapeModule, withPureCurves);

/** d3-shape's module with its calls marked as harmless to leave out. */
export function withPureCurves(code: string): string {
  return code.replaceAll('= (function custom(', '= /* @__PURE__ */ (function custom(');
}
