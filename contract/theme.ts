import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';

export { buttonColorMetafield, groupAppId, themeTexts, widgetBlocks } from './widget.ts';

/** A path of the store's admin, without its host: `/themes/current/editor?…`. */
const adminPathSchema = z.string().startsWith('/');

/** The address in the published theme's editor at which the merchant turns the widget on. */
const editorPathsSchema = z.object({
  /** Adds the widget's block to the product page. */
  block: adminPathSchema,
  /** Turns on the app embed, for themes whose product page takes no blocks. */
  embed: adminPathSchema,
});

/** How the widget stands on the published theme. */
const widgetOnThemeSchema = z.object({
  /** Null where the store has no published theme. */
  theme: z.object({ id: globalIdSchema, name: z.string() }).nullable(),
  /** Whether the plain product page shows it, by block or by embed, or the own template of the product that was asked about. */
  isWidgetOn: z.boolean(),
  /** Whether the theme's product page can take the block. */
  takesBlocks: z.boolean(),
  editorPaths: editorPathsSchema,
});

export type WidgetOnTheme = z.infer<typeof widgetOnThemeSchema>;

/**
 * Answer of PATCH /theme. The platform lets no app write theme files: where the widget is off, `manualThemeUpdateRequired` is true
 * and `editorPath` is where the merchant turns it on.
 */
export const installWidgetAnswerSchema = widgetOnThemeSchema.extend({
  manualThemeUpdateRequired: z.boolean(),
  editorPath: adminPathSchema,
});

export type InstallWidgetAnswer = z.infer<typeof installWidgetAnswerSchema>;

/** Query of GET /theme: a product, by its global id, to look for the widget on. */
export const widgetDiagnosisQuerySchema = z.object({
  productId: z
    .string()
    .regex(/^gid:\/\/shopify\/Product\/\d{1,20}$/, 'Invalid id')
    .optional(),
});

const namedSchema = z.object({ id: globalIdSchema, name: z.string() });

/**
 * Why a widget isn't seen. In the store: `not-added`, `embed-only` (the theme's page takes no blocks), `wrong-template` (not on the plain
 * product page), `no-group`, `group-without-plans`, `group-without-products`, `group-not-marked` (made before the widget; PATCH /theme
 * marks it). Of the product that was asked about: `product-missing`, `product-not-on-sale`, `product-template` (its own template
 * lacks the widget), `product-in-no-group`, `another-apps-plans`.
 */
const widgetFindingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-added'), path: adminPathSchema }),
  z.object({ kind: z.literal('embed-only'), path: adminPathSchema }),
  z.object({
    kind: z.literal('wrong-template'),
    templates: z.array(z.string()),
    path: adminPathSchema,
  }),
  z.object({ kind: z.literal('no-group') }),
  z.object({ kind: z.literal('group-without-plans'), group: namedSchema }),
  z.object({ kind: z.literal('group-without-products'), group: namedSchema }),
  z.object({ kind: z.literal('group-not-marked'), group: namedSchema }),
  z.object({ kind: z.literal('product-missing') }),
  z.object({ kind: z.literal('product-not-on-sale'), product: namedSchema, path: adminPathSchema }),
  z.object({
    kind: z.literal('product-template'),
    product: namedSchema,
    template: z.string(),
    path: adminPathSchema,
  }),
  z.object({ kind: z.literal('product-in-no-group'), product: namedSchema }),
  z.object({
    kind: z.literal('another-apps-plans'),
    product: namedSchema,
    groups: z.array(z.string()),
  }),
]);

export type WidgetFinding = z.infer<typeof widgetFindingSchema>;

/** Answer of GET /theme. No findings: customers see the widget. */
export const widgetDiagnosisSchema = widgetOnThemeSchema.extend({
  findings: z.array(widgetFindingSchema),
  /** The product's address in the online store; null without a product, or if it isn't on sale. */
  storefrontUrl: z.string().nullable(),
});

export type WidgetDiagnosis = z.infer<typeof widgetDiagnosisSchema>;
