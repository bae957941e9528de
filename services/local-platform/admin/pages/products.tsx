import { Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { z } from 'zod';
import { counted } from '../display/formats.ts';
import { StatusBadge } from '../display/status-badge.tsx';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { AdminLink } from '../router/router.tsx';
import { useStorePath } from '../shell/store-context.tsx';
import {
  connectionSchema,
  ListPage,
  pageArguments,
  pageInfoFields,
  pageVariables,
} from './list-page.tsx';

const document = graphqlDocument(
  `query AdminProducts(${pageVariables}) {
    products(${pageArguments}, query: $query, sortKey: TITLE) {
      nodes {
        id title status productType vendor totalInventory
        featuredImage { url }
        variantsCount { count }
      }
      ${pageInfoFields}
    }
  }`,
  z.object({
    products: connectionSchema(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z.string(),
        productType: z.string(),
        vendor: z.string(),
        totalInventory: z.number(),
        featuredImage: z.object({ url: z.string() }).nullable(),
        variantsCount: z.object({ count: z.number() }).nullable(),
      }),
    ),
  }),
);

export default function ProductsPage() {
  const path = useStorePath();
  return (
    <ListPage
      title="Products"
      things={{ one: 'product', many: 'products' }}
      document={document}
      connectionIn={({ products }) => products}
      columns={[
        {
          title: 'Product',
          cell: ({ id, title, featuredImage }) => (
            <span className="List-thing">
              <Thumbnail size="small" alt="" source={featuredImage?.url ?? ImageIcon} />
              <AdminLink className="List-link" url={path(`/products/${numberOf(id)}`)}>
                {title}
              </AdminLink>
            </span>
          ),
        },
        { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          title: 'Inventory',
          wideOnly: true,
          cell: ({ totalInventory, variantsCount }) =>
            `${totalInventory} in stock for ${counted(variantsCount?.count ?? 1, 'variant')}`,
        },
        { title: 'Type', wideOnly: true, cell: ({ productType }) => productType },
        { title: 'Vendor', wideOnly: true, cell: ({ vendor }) => vendor },
      ]}
    />
  );
}
