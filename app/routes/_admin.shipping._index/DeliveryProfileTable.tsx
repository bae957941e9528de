import { useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Card,
  EmptySearchResult,
  IndexTable,
  InlineGrid,
  InlineStack,
  Link,
  List,
  Select,
  Text,
  useBreakpoints,
} from '@shopify/polaris';
import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import { originalIdOf } from '#contract/global-id.ts';
import type { PageInfo } from '#contract/pagination.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { listAddress, paginationOf } from '../../list/list-address.ts';
import { SearchField } from '../../list/SearchField.tsx';

type Props = { profiles: DeliveryProfile[]; pageInfo: PageInfo };

/** The platform sorts profiles by their age only. */
const sortings = [
  { label: 'Oldest first', value: 'false' },
  { label: 'Newest first', value: 'true' },
];

/** How many groups a row names before it counts the rest. */
const groupsShown = 3;

/** The list's table; search, sorting and page live in the address. */
export function DeliveryProfileTable({ profiles, pageInfo }: Props) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { smDown } = useBreakpoints();
  const go = (address: string) => navigate(address, { preventScrollReset: true });
  const loading = navigation.state === 'loading' && navigation.location.pathname === '/shipping';

  return (
    <Card padding="0">
      <Box padding="300">
        <InlineGrid columns={{ xs: 1, sm: ['twoThirds', 'oneThird'] }} gap="300">
          <SearchField
            label="Search delivery profiles"
            query={searchParams.get('query') ?? ''}
            onSearch={(query) => go(listAddress(searchParams, { query }))}
          />
          <Select
            label="Sort by"
            labelInline
            options={sortings}
            value={searchParams.get('reverse') === 'true' ? 'true' : 'false'}
            onChange={(reverse) =>
              go(listAddress(searchParams, { reverse: reverse === 'true' ? reverse : undefined }))
            }
          />
        </InlineGrid>
      </Box>
      <IndexTable
        selectable={false}
        condensed={smDown}
        loading={loading}
        resourceName={{ singular: 'delivery profile', plural: 'delivery profiles' }}
        itemCount={profiles.length}
        headings={[{ title: 'Profile' }, { title: 'Selling plan groups' }]}
        emptyState={
          <EmptySearchResult
            title="No delivery profiles found"
            description="Try another name, or clear the search."
            withIllustration
          />
        }
        pagination={paginationOf(pageInfo, searchParams, go)}
      >
        {profiles.map((profile, index) => (
          <ProfileRow key={profile.id} profile={profile} position={index} condensed={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

type RowProps = { profile: DeliveryProfile; position: number; condensed: boolean };

function ProfileRow({ profile, position, condensed }: RowProps) {
  const name = (
    <InlineStack gap="200" blockAlign="center">
      <Link
        url={`/shipping/${originalIdOf(profile.id)}`}
        dataPrimaryLink
        monochrome
        removeUnderline
      >
        <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
          {profile.name}
        </Text>
      </Link>
      {profile.isDefault ? <Badge>Default</Badge> : null}
    </InlineStack>
  );
  if (condensed) {
    return (
      <IndexTable.Row id={profile.id} position={position}>
        <Box padding="300">
          <BlockStack gap="100">
            {name}
            <Groups profile={profile} />
          </BlockStack>
        </Box>
      </IndexTable.Row>
    );
  }
  return (
    <IndexTable.Row id={profile.id} position={position}>
      <IndexTable.Cell>
        <WrappingText>{name}</WrappingText>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <WrappingText>
          <Groups profile={profile} />
        </WrappingText>
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

function Groups({ profile }: { profile: DeliveryProfile }) {
  const shown = profile.sellingPlanGroups.slice(0, groupsShown);
  const more = profile.sellingPlanGroups.length - shown.length;
  if (shown.length === 0)
    return (
      <Text as="span" tone="subdued">
        No selling plan groups
      </Text>
    );
  return (
    <List type="bullet" gap="extraTight">
      {shown.map((group) => (
        <List.Item key={group.id}>
          <Text as="span" breakWord>
            {group.name}
          </Text>
        </List.Item>
      ))}
      {more > 0 ? <List.Item>{`and ${more} more`}</List.Item> : null}
    </List>
  );
}
