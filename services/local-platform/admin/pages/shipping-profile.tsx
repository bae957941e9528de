import { BlockStack, Card, Page, Text } from '@shopify/polaris';
import { z } from 'zod';
import { counted } from '../display/formats.ts';
import { graphqlDocument } from '../internal-api/graphql.ts';
import { useStorePath } from '../shell/store-context.tsx';
import { OnePage } from './one-page.tsx';

const document = graphqlDocument(
  `query AdminDeliveryProfile($id: ID!) {
    deliveryProfile(id: $id) {
      name default
      productVariantsCount { count }
      sellingPlanGroups(first: 250) { nodes { id name productVariantsCount { count } } }
    }
  }`,
  z.object({
    deliveryProfile: z
      .object({
        name: z.string(),
        default: z.boolean(),
        productVariantsCount: z.object({ count: z.number() }).nullable(),
        sellingPlanGroups: z.object({
          nodes: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              productVariantsCount: z.object({ count: z.number() }).nullable(),
            }),
          ),
        }),
      })
      .nullable(),
  }),
);

export default function ShippingProfilePage({ id }: { id: string }) {
  const path = useStorePath();
  const back = { content: 'Shipping and delivery', url: path('/settings/shipping') };
  return (
    <OnePage
      type="DeliveryProfile"
      id={id}
      thing="Delivery profile"
      back={back}
      document={document}
      oneIn={({ deliveryProfile }) => deliveryProfile}
      titleOf={({ name }) => name}
    >
      {(profile) => (
        <Page
          title={profile.name}
          backAction={back}
          subtitle={profile.default ? 'General shipping rates' : 'Custom shipping rates'}
        >
          <BlockStack gap="400">
            <Card>
              <BlockStack gap="200">
                <Text as="h2" variant="headingSm">
                  Products
                </Text>
                <Text as="p">
                  {profile.default
                    ? 'All products that aren’t in another profile.'
                    : counted(profile.productVariantsCount?.count ?? 0, 'variant')}
                </Text>
              </BlockStack>
            </Card>
            <Card>
              <BlockStack gap="200">
                <Text as="h2" variant="headingSm">
                  Selling plan groups
                </Text>
                {profile.sellingPlanGroups.nodes.length === 0 ? (
                  <Text as="p" tone="subdued">
                    No selling plan groups in this profile.
                  </Text>
                ) : (
                  profile.sellingPlanGroups.nodes.map(
                    ({ id: group, name, productVariantsCount }) => (
                      <Text key={group} as="p">
                        {`${name}, ${counted(productVariantsCount?.count ?? 0, 'variant')}`}
                      </Text>
                    ),
                  )
                )}
              </BlockStack>
            </Card>
          </BlockStack>
        </Page>
      )}
    </OnePage>
  );
}
