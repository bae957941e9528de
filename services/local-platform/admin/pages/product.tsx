import {
  BlockStack,
  Card,
  InlineStack,
  Layout,
  Page,
  Tag,
  Text,
  Thumbnail,
} from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { z } from 'zod';
import { counted, formatMoney } from '../display/formats.ts';
import { StatusBadge } from '../display/status-badge.tsx';
import { useCurrency } from '../display/use-currency.ts';
import { graphqlDocument } from '../internal-api/graphql.ts';
import { appPath } from '../router/addresses.ts';
import { useAdminHistory } from '../router/router.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';
import { appHandle, appName, appScreens } from './app-links.ts';
import { OnePage } from './one-page.tsx';

const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  description: z.string(),
  productType: z.string(),
  vendor: z.string(),
  tags: z.array(z.string()),
  featuredImage: z.object({ url: z.string(), altText: z.string().nullable() }).nullable(),
  variantsCount: z.object({ count: z.number() }).nullable(),
  variants: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        sku: z.string().nullable(),
        price: z.string(),
        inventoryQuantity: z.number().nullable(),
      }),
    ),
  }),
  sellingPlanGroups: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
type Product = z.infer<typeof productSchema>;

const document = graphqlDocument(
  `query AdminProduct($id: ID!) {
    product(id: $id) {
      id title status description productType vendor tags
      featuredImage { url altText }
      variantsCount { count }
      variants(first: 250) { nodes { id title sku price inventoryQuantity } }
      sellingPlanGroups(first: 50) { nodes { id name } }
    }
  }`,
  z.object({ product: productSchema.nullable() }),
);

export default function ProductPage({ id }: { id: string }) {
  const path = useStorePath();
  const back = { content: 'Products', url: path('/products') };
  return (
    <OnePage
      type="Product"
      id={id}
      thing="Product"
      back={back}
      document={document}
      oneIn={({ product }) => product}
      titleOf={({ title }) => title}
    >
      {(product) => <ProductDetails product={product} number={id} back={back} />}
    </OnePage>
  );
}

type DetailsProps = { product: Product; number: string; back: { content: string; url: string } };

function ProductDetails({ product, number, back }: DetailsProps) {
  const { handle } = useStore();
  const history = useAdminHistory();
  const rotation = appPath(handle, appHandle, appScreens.rotation(number));
  return (
    <Page
      title={product.title}
      titleMetadata={<StatusBadge status={product.status} />}
      backAction={back}
      actionGroups={[
        {
          title: 'More actions',
          actions: [
            {
              content: `Manage rotation in ${appName}`,
              onAction: () => history.push(rotation),
            },
          ],
        },
      ]}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Card>
              <InlineStack gap="400" wrap={false}>
                <Thumbnail
                  size="large"
                  alt={product.featuredImage?.altText ?? ''}
                  source={product.featuredImage?.url ?? ImageIcon}
                />
                <Text as="p" tone={product.description === '' ? 'subdued' : undefined}>
                  {product.description === '' ? 'No description' : product.description}
                </Text>
              </InlineStack>
            </Card>
            <Variants product={product} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <SellingPlans groups={product.sellingPlanGroups.nodes} />
            <Card>
              <BlockStack gap="200">
                <Text as="h2" variant="headingSm">
                  Product organization
                </Text>
                <Text as="p">{`Type: ${product.productType || 'none'}`}</Text>
                <Text as="p">{`Vendor: ${product.vendor || 'none'}`}</Text>
                <InlineStack gap="100">
                  {product.tags.map((tag) => (
                    <Tag key={tag}>{tag}</Tag>
                  ))}
                </InlineStack>
              </BlockStack>
            </Card>
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function Variants({ product: { variants, variantsCount } }: { product: Product }) {
  const currency = useCurrency();
  const missing = (variantsCount?.count ?? 0) - variants.nodes.length;
  return (
    <Card padding="0">
      <div className="Section-heading">
        <Text as="h2" variant="headingSm">
          Variants
        </Text>
      </div>
      <table className="List" aria-label="Variants">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col" className="List-wideOnly">
              SKU
            </th>
            <th scope="col" className="List-numeric">
              Available
            </th>
            <th scope="col" className="List-numeric">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {variants.nodes.map(({ id, title, sku, price, inventoryQuantity }) => (
            <tr key={id}>
              <td>{title}</td>
              <td className="List-wideOnly">{sku}</td>
              <td className="List-numeric">{inventoryQuantity ?? 'Not tracked'}</td>
              <td className="List-numeric">{formatMoney(price, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing > 0 && (
        <div className="Section-heading">
          <Text as="p" tone="subdued">
            {`and ${counted(missing, 'more variant')}`}
          </Text>
        </div>
      )}
    </Card>
  );
}

function SellingPlans({ groups }: { groups: readonly { id: string; name: string }[] }) {
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          Purchase options
        </Text>
        {groups.length === 0 ? (
          <Text as="p" tone="subdued">
            Sold one time only.
          </Text>
        ) : (
          groups.map(({ id, name }) => (
            <Text key={id} as="p">
              {name}
            </Text>
          ))
        )}
      </BlockStack>
    </Card>
  );
}
