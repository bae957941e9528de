import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Card, IndexTable, Link, List, Page, Text } from '@shopify/polaris';
import { jwtVerify } from 'jose';
import { apiKey, list, type Plan, secret } from '../rows.server.ts';

// The least that a server can do: verify one session token, and send the API's rows from memory.

export async function loader({ request }: LoaderFunctionArgs) {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '');
  const token = bearer ?? new URL(request.url).searchParams.get('id_token') ?? '';
  await jwtVerify(token, secret, { algorithms: ['HS256'], audience: apiKey }).catch(() => {
    throw new Response(null, { status: 401 });
  });
  return json(list);
}

const units = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' };

function words({ deliveryPolicy, pricingPolicies }: Plan): string {
  const { interval, intervalCount } = deliveryPolicy;
  const off = pricingPolicies[0]?.adjustmentValue.value ?? 0;
  if (interval === undefined) return `Once, ${off}% off`;
  return `Every ${intervalCount} ${units[interval]}, ${off}% off`;
}

export default function Screen() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <Page title="Selling Plans" primaryAction={{ content: 'Add' }}>
      <Card padding="0">
        <IndexTable
          selectable={false}
          resourceName={{ singular: 'selling plan', plural: 'selling plans' }}
          itemCount={items.length}
          headings={[
            { title: 'Name' },
            { title: 'Products', alignment: 'end' },
            { title: 'Variants', alignment: 'end' },
            { title: 'Recurring Policies' },
          ]}
        >
          {items.map((group, index) => (
            <IndexTable.Row key={group.id} id={group.id} position={index}>
              <IndexTable.Cell>
                <Link
                  url={`/fixed-subscription/${group.id.split('/').pop()}`}
                  dataPrimaryLink
                  monochrome
                  removeUnderline
                >
                  <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
                    {group.name}
                  </Text>
                </Link>
              </IndexTable.Cell>
              {[group.productsCount.count, group.productVariantsCount.count].map(
                (count, column) => (
                  <IndexTable.Cell key={column}>
                    <Text as="span" alignment="end" numeric>
                      {count}
                    </Text>
                  </IndexTable.Cell>
                ),
              )}
              <IndexTable.Cell>
                <List type="bullet" gap="extraTight">
                  {group.sellingPlans.slice(0, 3).map((plan) => (
                    <List.Item key={plan.id}>{words(plan)}</List.Item>
                  ))}
                </List>
              </IndexTable.Cell>
            </IndexTable.Row>
          ))}
        </IndexTable>
      </Card>
    </Page>
  );
}
