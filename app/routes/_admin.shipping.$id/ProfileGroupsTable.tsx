import { useSearchParams } from '@remix-run/react';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { List } from '../../list/List.tsx';
import { type Columns, countColumn } from '../../list/ListTable.tsx';
import { numberPaging } from '../../list/list-address.ts';
import { RowLink } from '../../list/RowLink.tsx';
import { groupsPageOf, type ProfileGroup } from './groups-page.ts';

type Props = {
  groups: ProfileGroup[];
  /** Opens the form that adds some. Missing, as `onRemove`, where the profile is read-only. */
  addUrl?: string;
  /** Called with the groups that the merchant chose to remove. */
  onRemove?: (groups: ProfileGroup[]) => void;
};

const columns: Columns<ProfileGroup> = [
  {
    title: 'Selling plan group',
    cell: (group) => <RowLink row={group} below="/fixed-subscription" />,
  },
  countColumn('Variants', ({ productVariantsCount }) => productVariantsCount.count),
];

/** The profile's groups, which are all here; search and page live in the address. */
export function ProfileGroupsTable({ groups, addUrl, onRemove }: Props) {
  const [searchParams] = useSearchParams();
  const shown = groupsPageOf(groups, {
    query: searchParams.get('query') ?? '',
    page: Number(searchParams.get('page') ?? 1),
  });
  return (
    <List
      items={shown.groups}
      noun={{ singular: 'selling plan group', plural: 'selling plan groups' }}
      nameOf={({ name }) => name}
      columns={columns}
      paging={numberPaging(shown)}
      {...(onRemove && {
        bulkAction: {
          content: 'Remove selling plan group',
          onAction: (chosen: ProfileGroup[] | 'all') =>
            onRemove(chosen === 'all' ? groups : chosen),
        },
      })}
      nothingYet={
        <IllustratedEmptyState
          heading="No selling plan groups in this profile yet"
          image={illustration}
          {...(addUrl && { action: { content: 'Add selling plan group', url: addUrl } })}
        >
          <p>Subscriptions from the groups you add ship at this profile’s rates.</p>
        </IllustratedEmptyState>
      }
    />
  );
}
