import { z } from 'zod';
import { counted } from '../display/formats.ts';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { AdminLink } from '../router/router.tsx';
import { useStorePath } from '../shell/store-context.tsx';
import { connectionSchema, ListPage, pageArguments, pageInfoFields } from './list-page.tsx';

const document = graphqlDocument(
  `query AdminDeliveryProfiles($first: Int, $last: Int, $after: String, $before: String) {
    deliveryProfiles(${pageArguments}) {
      nodes {
        id name default
        productVariantsCount { count }
        sellingPlanGroups(first: 50) { nodes { id } }
      }
      ${pageInfoFields}
    }
  }`,
  z.object({
    deliveryProfiles: connectionSchema(
      z.object({
        id: z.string(),
        name: z.string(),
        default: z.boolean(),
        productVariantsCount: z.object({ count: z.number() }).nullable(),
        sellingPlanGroups: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
      }),
    ),
  }),
);

export default function ShippingPage() {
  const path = useStorePath();
  return (
    <ListPage
      title="Shipping and delivery"
      things={{ one: 'delivery profile', many: 'delivery profiles' }}
      document={document}
      connectionIn={({ deliveryProfiles }) => deliveryProfiles}
      searchable={false}
      backAction={{ content: 'Settings', url: path('/settings') }}
      columns={[
        {
          title: 'Profile',
          cell: ({ id, name, default: general }) => (
            <>
              <AdminLink
                className="List-link"
                url={path(`/settings/shipping/profiles/${numberOf(id)}`)}
              >
                {name}
              </AdminLink>
              {general && ' (general)'}
            </>
          ),
        },
        {
          title: 'Products',
          wideOnly: true,
          cell: ({ productVariantsCount }) =>
            productVariantsCount === null ? '' : counted(productVariantsCount.count, 'variant'),
        },
        {
          title: 'Selling plan groups',
          numeric: true,
          cell: ({ sellingPlanGroups }) => sellingPlanGroups.nodes.length,
        },
      ]}
    />
  );
}
