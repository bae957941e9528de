import { useNavigate, useSearchParams } from '@remix-run/react';
import {
  Box,
  Card,
  EmptySearchResult,
  IndexTable,
  type IndexTableProps,
  Link,
  Text,
  useIndexResourceState,
} from '@shopify/polaris';
import { originalIdOf } from '#contract/global-id.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { listAddress } from '../../list/list-address.ts';
import { PartlyCheckedBoxes } from '../../list/PartlyCheckedBoxes.tsx';
import { SearchField } from '../../list/SearchField.tsx';
import { groupsPageOf, type ProfileGroup } from './groups-page.ts';

type Props = {
  groups: ProfileGroup[];
  /** Called with the groups that the merchant chose to remove. */
  onRemove: (groups: ProfileGroup[]) => void;
};

/** The profile's groups; search and page live in the address. */
export function ProfileGroupsTable({ groups, onRemove }: Props) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const go = (address: string) => navigate(address, { preventScrollReset: true });
  const query = searchParams.get('query') ?? '';
  const shown = groupsPageOf(groups, { query, page: Number(searchParams.get('page') ?? 1) });
  const turnTo = (page: number) =>
    go(
      listAddress(searchParams, { page: page === 1 ? undefined : String(page), after: undefined }),
    );

  return (
    <Card padding="0">
      <Box padding="300">
        <SearchField
          label="Search selling plan groups"
          query={query}
          onSearch={(searched) =>
            go(listAddress(searchParams, { query: searched, page: undefined }))
          }
        />
      </Box>
      <SelectableGroups
        // What is selected is always on the screen: another page or search starts without a selection.
        key={`${query} ${shown.page}`}
        groups={shown.groups}
        onRemove={onRemove}
        pagination={{
          hasPrevious: shown.hasPrevious,
          hasNext: shown.hasNext,
          onPrevious: () => turnTo(shown.page - 1),
          onNext: () => turnTo(shown.page + 1),
        }}
      />
    </Card>
  );
}

type SelectableProps = Props & Pick<IndexTableProps, 'pagination'>;

function SelectableGroups({ groups, onRemove, pagination }: SelectableProps) {
  const { selectedResources, allResourcesSelected, handleSelectionChange } =
    useIndexResourceState(groups);

  return (
    <PartlyCheckedBoxes>
      <IndexTable
        resourceName={{ singular: 'selling plan group', plural: 'selling plan groups' }}
        itemCount={groups.length}
        selectedItemsCount={allResourcesSelected ? 'All' : selectedResources.length}
        onSelectionChange={handleSelectionChange}
        promotedBulkActions={[
          {
            content: 'Remove selling plan group',
            onAction: () =>
              onRemove(groups.filter((group) => selectedResources.includes(group.id))),
          },
        ]}
        headings={[{ title: 'Selling plan group' }, { title: 'Variants', alignment: 'end' }]}
        emptyState={
          <EmptySearchResult
            title="No selling plan groups found"
            description="Try another name, or clear the search."
            withIllustration
          />
        }
        pagination={pagination}
      >
        {groups.map((group, index) => (
          <IndexTable.Row
            key={group.id}
            id={group.id}
            position={index}
            selected={selectedResources.includes(group.id)}
          >
            <IndexTable.Cell>
              <WrappingText>
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
              </WrappingText>
            </IndexTable.Cell>
            <IndexTable.Cell>
              <Text as="span" alignment="end" numeric>
                {group.productVariantsCount.count}
              </Text>
            </IndexTable.Cell>
          </IndexTable.Row>
        ))}
      </IndexTable>
    </PartlyCheckedBoxes>
  );
}
