import { useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import {
  Box,
  Card,
  EmptySearchResult,
  IndexTable,
  InlineGrid,
  Link,
  List,
  Select,
  Text,
  useBreakpoints,
} from '@shopify/polaris';
import { originalIdOf } from '#contract/global-id.ts';
import type { PageInfo } from '#contract/pagination.ts';
import { planInWords } from '#contract/plan-words.ts';
import type { SellingPlanGroupListItem } from '#contract/selling-plan-group.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { listAddress, paginationOf } from '../../list/list-address.ts';
import { SearchField } from '../../list/SearchField.tsx';

type Props = { groups: SellingPlanGroupListItem[]; pageInfo: PageInfo };

const sortings = [
  { label: 'Name A–Z', value: 'NAME false' },
  { label: 'Name Z–A', value: 'NAME true' },
  { label: 'Newest first', value: 'CREATED_AT true' },
  { label: 'Oldest first', value: 'CREATED_AT false' },
  { label: 'Recently changed', value: 'UPDATED_AT true' },
];

/** How many policies a row names before it counts the rest. */
const policiesShown = 3;

/** The list's table; search, sorting and page live in the address. */
export function SellingPlanGroupTable({ groups, pageInfo }: Props) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { smDown } = useBreakpoints();
  const go = (address: string) => navigate(address, { preventScrollReset: true });
  const sorting = `${searchParams.get('sortKey') ?? 'NAME'} ${searchParams.get('reverse') ?? 'false'}`;
  const loading =
    navigation.state === 'loading' && navigation.location.pathname === '/fixed-subscription';

  return (
    <Card padding="0">
      <Box padding="300">
        <InlineGrid columns={{ xs: 1, sm: ['twoThirds', 'oneThird'] }} gap="300">
          <SearchField
            label="Search selling plans"
            query={searchParams.get('query') ?? ''}
            onSearch={(query) => go(listAddress(searchParams, { query }))}
          />
          <Select
            label="Sort by"
            labelInline
            options={sortings}
            value={sorting}
            onChange={(value) => {
              const [sortKey, reverse] = value.split(' ');
              go(listAddress(searchParams, { sortKey, reverse }));
            }}
          />
        </InlineGrid>
      </Box>
      <IndexTable
        selectable={false}
        condensed={smDown}
        loading={loading}
        resourceName={{ singular: 'selling plan group', plural: 'selling plan groups' }}
        itemCount={groups.length}
        headings={[
          { title: 'Name' },
          { title: 'Products', alignment: 'end' },
          { title: 'Variants', alignment: 'end' },
          { title: 'Recurring Policies' },
        ]}
        emptyState={
          <EmptySearchResult
            title="No selling plans found"
            description="Try another name, or clear the search."
            withIllustration
          />
        }
        pagination={paginationOf(pageInfo, searchParams, go)}
      >
        {groups.map((group, index) => (
          <GroupRow key={group.id} group={group} position={index} condensed={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

type RowProps = { group: SellingPlanGroupListItem; position: number; condensed: boolean };

function GroupRow({ group, position, condensed }: RowProps) {
  const products = group.productsCount.count;
  const variants = group.productVariantsCount.count;
  const name = (
    <Link
      url={`/fixed-subscription/${originalIdOf(group.id)}`}
      dataPrimaryLink
      monochrome
      removeUnderline
    >
      <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
        {group.name}
      </Text>
    </Link>
  );
  if (condensed) {
    return (
      <IndexTable.Row id={group.id} position={position}>
        <Box padding="300">
          {name}
          <Text as="p" tone="subdued">
            {`Products: ${products} · Variants: ${variants}`}
          </Text>
          <Policies group={group} />
        </Box>
      </IndexTable.Row>
    );
  }
  return (
    <IndexTable.Row id={group.id} position={position}>
      <IndexTable.Cell>
        <WrappingText>{name}</WrappingText>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {products}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {variants}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Policies group={group} />
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

function Policies({ group }: { group: SellingPlanGroupListItem }) {
  const shown = group.sellingPlans.slice(0, policiesShown);
  const more = group.sellingPlans.length - shown.length;
  const words = shown.map((plan) => ({ id: plan.id, text: planInWords(plan, group.currencyCode) }));
  if (words.length === 0)
    return (
      <Text as="span" tone="subdued">
        None
      </Text>
    );
  return (
    <List type="bullet" gap="extraTight">
      {words.map(({ id, text }) => (
        <List.Item key={id}>{text}</List.Item>
      ))}
      {more > 0 ? <List.Item>{`and ${more} more`}</List.Item> : null}
    </List>
  );
}
