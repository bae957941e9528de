import { useNavigate, useSearchParams } from '@remix-run/react';
import {
  BlockStack,
  Box,
  Button,
  Card,
  EmptySearchResult,
  InlineGrid,
  InlineStack,
  Select,
  Text,
} from '@shopify/polaris';
import { type ReactNode, useRef } from 'react';
import { ListBanners } from './ListBanners.tsx';
import { type ListItem, ListTable, type ListTableProps } from './ListTable.tsx';
import { useRememberedList } from './last-address.ts';
import {
  type AddressChange,
  listAddress,
  type Paging,
  paginationOf,
  useAskedList,
} from './list-address.ts';
import type { IgnoredPart } from './list-query.ts';
import { nothingInWords, rowsInWords } from './list-words.ts';
import { SearchField, useSearchText } from './SearchField.tsx';
import { type Sorting, sortingChange, sortingIn, sortingValue } from './sorting.ts';
import { useKeptFocus } from './use-kept-focus.ts';

type Props<Item> = ListTableProps<Item> & {
  paging: Paging;
  searchLabel?: string;
  /** The first one is the default. */
  sortings?: [Sorting, ...Sorting[]];
  failure?: string | null;
  ignored?: IgnoredPart[];
  /** Shown in place of the list if it has no items at all. */
  nothingYet: ReactNode;
};

const noPages: Paging = { previous: undefined, next: undefined };

/** A list with search, sorting and pages, all kept in the address, and its banners. */
export function List<Item extends ListItem>(props: Props<Item>) {
  const {
    items,
    noun,
    paging,
    sortings,
    failure = null,
    ignored = [],
    nothingYet,
    ...rest
  } = props;
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const turnTo = (change: AddressChange, from = searchParams) =>
    navigate(listAddress(from, change), { preventScrollReset: true });
  // The order stays when a search follows, and the other way round.
  const { asked, isLoading } = useAskedList();
  const search = useSearchText(searchParams.get('query') ?? '', (query) =>
    turnTo({ query }, asked),
  );
  useKeptFocus(list, items);
  useRememberedList();

  const rows = search.refusal === undefined ? items : [];
  const { previous, next, searchOn } = search.refusal === undefined ? paging : noPages;
  const shown = {
    noun,
    names: rows.map(props.nameOf),
    searchRefusal: search.refusal,
    searchGoesOn: searchOn !== undefined,
    paged: previous !== undefined,
    hasNext: next !== undefined,
  };
  const isWhole = paging.previous === undefined && paging.next === undefined && search.text === '';
  const isEmpty = failure === null && items.length === 0 && isWhole && !searchParams.get('query');
  const { title, description } = nothingInWords(shown);
  return (
    <section ref={list} tabIndex={-1} aria-label={noun.plural} style={{ outline: 'none' }}>
      <BlockStack gap="400">
        <ListBanners failure={failure} ignored={ignored} hasRows={items.length > 0} />
        <Card padding="0">
          {isEmpty ? (
            <Box padding="400">{nothingYet}</Box>
          ) : (
            <>
              <Box padding="300">
                <InlineGrid
                  columns={sortings && { xs: 1, sm: ['twoThirds', 'oneThird'] }}
                  gap="300"
                >
                  <SearchField
                    label={props.searchLabel ?? `Search ${noun.plural}`}
                    search={search}
                  />
                  {sortings ? (
                    <Select
                      label="Sort by"
                      labelInline
                      options={sortings.map((sorting) => ({
                        label: sorting.label,
                        value: sortingValue(sorting),
                      }))}
                      value={sortingValue(sortingIn(searchParams, sortings))}
                      onChange={(value) => turnTo(sortingChange(value, sortings), asked)}
                    />
                  ) : null}
                </InlineGrid>
              </Box>
              {failure !== null && rows.length === 0 ? null : (
                <ListTable
                  {...rest}
                  noun={noun}
                  items={rows}
                  loading={isLoading}
                  empty={
                    <EmptySearchResult title={title} description={description} withIllustration />
                  }
                  pagination={paginationOf({ previous: paging.previous, next }, turnTo)}
                />
              )}
              {searchOn === undefined || failure !== null ? null : (
                <Box padding="300" borderBlockStartWidth="025" borderColor="border">
                  <InlineStack gap="300" align="space-between" blockAlign="center">
                    <Text as="p" tone="subdued">
                      We’ve searched only part of this list so far.
                    </Text>
                    <Button onClick={() => turnTo(searchOn)}>Keep searching</Button>
                  </InlineStack>
                </Box>
              )}
            </>
          )}
        </Card>
        <div role="status">
          <Text as="span" visuallyHidden>
            {failure === null ? rowsInWords(shown) : ''}
          </Text>
        </div>
      </BlockStack>
    </section>
  );
}
