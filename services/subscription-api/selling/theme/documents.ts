import { z } from 'zod';
import { globalIdSchema } from '#contract/global-id.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';

const fileSchema = z.object({
  filename: z.string(),
  // A large file may come as an address instead, but a template never does.
  body: z.object({ content: z.string().optional(), contentBase64: z.string().optional() }),
});

const themesFields = (after = '') => `
  themes(first: 1, roles: [MAIN]) {
    nodes {
      id
      name
      files(first: 100${after}, filenames: ["config/settings_data.json", "templates/*.json"]) {
        nodes {
          filename
          body {
            ... on OnlineStoreThemeFileBodyText { content }
            ... on OnlineStoreThemeFileBodyBase64 { contentBase64 }
          }
        }
        ${pageInfoFields}
      }
    }
  }
`;
/** The theme, with the app's key and handle on Shopify. */
const themeFields = `
  currentAppInstallation { app { apiKey handle } }
  ${themesFields()}
`;
const groupsFields = (after = '') => `
  sellingPlanGroups(first: 100${after}) {
    nodes {
      id
      name
      appId
      productsCount { count }
      productVariantsCount { count }
      sellingPlans(first: 1) { nodes { id } }
    }
    ${pageInfoFields}
  }
`;

const themes = z.object({
  nodes: z.array(
    z.object({
      id: globalIdSchema,
      name: z.string(),
      files: nodesOf(fileSchema),
    }),
  ),
});
const themeAnswer = {
  currentAppInstallation: z.object({
    app: z.object({ apiKey: z.string(), handle: z.string().nullable() }),
  }),
  themes,
};
const countSchema = z.object({ count: z.number() }).nullable();
const groupSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  appId: z.string().nullable(),
  productsCount: countSchema,
  productVariantsCount: countSchema,
  sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const groupsSchema = nodesOf(groupSchema);
const themeAnswerSchema = z.object({ ...themeAnswer, sellingPlanGroups: groupsSchema });

export type WidgetGroup = z.infer<typeof groupSchema>;
export type ThemeAnswer = z.infer<typeof themeAnswerSchema>;
export type ThemeFile = z.infer<typeof fileSchema>;

/** The published theme and the app's groups, with the first page of its files and of the groups. */
export const readTheme = operation<Record<string, never>>('read_themes', 'read_products')(
  `query WidgetTheme {
    ${themeFields}
    ${groupsFields()}
  }`,
  themeAnswerSchema,
);

const productSchema = z
  .object({
    id: globalIdSchema,
    title: z.string(),
    status: z.string(),
    templateSuffix: z.string().nullable(),
    onlineStoreUrl: z.string().nullable(),
    sellingPlanGroups: groupsSchema,
  })
  .nullable();

export type WidgetProduct = NonNullable<z.infer<typeof productSchema>>;

/** The same, and a product with every app's groups on it. */
export const readThemeAndProduct = operation<{ productId: string }>('read_themes', 'read_products')(
  `query WidgetThemeAndProduct($productId: ID!) {
    ${themeFields}
    ${groupsFields()}
    product(id: $productId) {
      id
      title
      status
      templateSuffix
      onlineStoreUrl
      ${groupsFields()}
    }
  }`,
  z.object({ ...themeAnswer, sellingPlanGroups: groupsSchema, product: productSchema }),
);

type After = { after: string };

export const readMoreFiles = operation<After>('read_themes')(
  `query WidgetThemeFiles($after: String) { ${themesFields(', after: $after')} }`,
  z.object({ themes }),
);

export const readMoreGroups = operation<After>('read_products')(
  `query WidgetGroups($after: String) { ${groupsFields(', after: $after')} }`,
  z.object({ sellingPlanGroups: groupsSchema }),
);

export const readMoreGroupsOfProduct = operation<After & { productId: string }>('read_products')(
  `query WidgetGroupsOfProduct($productId: ID!, $after: String) {
    product(id: $productId) { ${groupsFields(', after: $after')} }
  }`,
  z.object({ product: z.object({ sellingPlanGroups: groupsSchema }).nullable() }),
);

/** Marks a group as the app's own for the storefront's Liquid. */
export const markGroup = operation<{ id: string; input: { appId: string } }>(
  'write_products',
  'write_purchase_options',
)(
  `mutation MarkSellingPlanGroup($id: ID!, $input: SellingPlanGroupInput!) {
    sellingPlanGroupUpdate(id: $id, input: $input) { userErrors { field message code } }
  }`,
  z.object({ sellingPlanGroupUpdate: z.object({ userErrors: userErrorsSchema }).nullable() }),
);

/** The owner of the app's metafields. */
export const readInstallation = operation<Record<string, never>>()(
  'query WidgetInstallation { currentAppInstallation { id } }',
  z.object({ currentAppInstallation: z.object({ id: z.string() }) }),
);

export const setMetafields = operation<{
  metafields: Array<{
    ownerId: string;
    namespace: string;
    key: string;
    type: string;
    value: string;
  }>;
}>()(
  `mutation SetWidgetMetafields($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { field message code } }
  }`,
  z.object({ metafieldsSet: z.object({ userErrors: userErrorsSchema }).nullable() }),
);
