import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useNavigate } from '@remix-run/react';
import { Badge, Banner, BlockStack, Box, InlineGrid, Page, Select, Text } from '@shopify/polaris';
import { useState } from 'react';
import { z } from 'zod';
import { formatDay, formatMoney } from '#contract/format.ts';
import { mostPlanNames } from '#contract/limits.ts';
import { intervalInWords, lowerFirst } from '#contract/plan-words.ts';
import { changeViewSchema, createViewSchema, viewIdSchema } from '#contract/saved-view.ts';
import {
  type ContractList,
  contractListQuerySchema,
  type ListedContract,
} from '#contract/subscription-contract.ts';
import {
  cancelReasons,
  contractStatuses,
  nextOrderWindows,
} from '#contract/subscription-contract-names.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { answerForm, saveForm } from '../../forms/answer-form.server.ts';
import { DialogOnDemand, lazyDialog, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { List } from '../../list/List.tsx';
import type { Columns } from '../../list/ListTable.tsx';
import { listAddress, useAskedList, useCursorPaging } from '../../list/list-address.ts';
import { listWithFailure } from '../../list/list-data.ts';
import { loadList } from '../../list/load-list.server.ts';
import { RowLink } from '../../list/RowLink.tsx';
import type { Chosen } from '../../list/use-row-selection.ts';
import { cancelReasonWords } from '../../recurring-orders/cancel-reason-words.ts';
import {
  nameOf,
  statusWords,
  troubleWords,
  untilOwnPrice,
  windowWords,
} from '../../recurring-orders/contract-words.ts';
import { NothingListed } from '../../recurring-orders/NothingListed.tsx';
import { customerName } from '../../recurring-orders/outcome-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { passWhereGone } from '../../subscription-api/failure.ts';
import type { ViewDialogOf } from './ViewDialog.tsx';
import { ViewActions, ViewSelect } from './Views.tsx';

const viewDialog = lazyDialog(async () => (await import('./ViewDialog.tsx')).ViewDialog);

/** GET the page of subscriptions that the address asks for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  let more: Omit<ContractList, 'contracts' | 'pageInfo'> = {
    plans: [],
    products: [],
    hasMoreProducts: false,
    views: [],
    subscriptions: 'known',
  };
  const { list, answeredWith } = await loadList(request, contractListQuerySchema, async (query) => {
    const { contracts, pageInfo, ...rest } = await client.listSubscriptionContracts({ query });
    more = rest;
    return { items: contracts, pageInfo };
  });
  return json({ ...list, ...more }, answeredWith);
}

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, clientAction, shouldRevalidate } = screen;

/** Actions on saved views. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answerForm(request, {
    'create-view': ({ formData }) =>
      saveForm(formData, createViewSchema, (body) => client.createView({ body })),
    'change-view': ({ formData }) =>
      saveForm(formData, changeViewSchema.extend({ id: viewIdSchema }), ({ id, ...body }) =>
        client.changeView({ id, body }),
      ),
    'delete-view': ({ formData }) =>
      saveForm(formData, z.object({ id: viewIdSchema }), async ({ id }) => {
        await client.deleteView({ id }).catch(passWhereGone);
        return { id };
      }),
  });
}

/** Who subscribes to what, and what comes next; beyond the specification. */
export default function SubscribersPage() {
  const { pageInfo, plans, products, hasMoreProducts, views, subscriptions, ...list } =
    screen.useData();
  useRevalidateOnFocus(subscriptions === 'reading' ? soon : undefined);
  const { asked } = useAskedList();
  const navigate = useNavigate();
  usePrefetchedDialog(viewDialog);
  const [dialogOf, setDialogOf] = useState<ViewDialogOf | null>(null);
  const choices = filters({ plans, products, hasMoreProducts });
  const isAskedFor = (...more: string[]) =>
    [...choices.map(({ name }) => name), ...more].some((name) => asked.has(name));
  const isFiltered = isAskedFor('order', 'customer');
  const isNone = list.failure === null && list.items.length === 0;
  // The page of a change of many shows the product by this name.
  const named = new URLSearchParams(asked);
  const product = products.find(({ id }) => id === asked.get('product'));
  if (product !== undefined) named.set('productName', product.title);
  return (
    <Page
      title="Subscribers"
      secondaryActions={[
        { content: 'Change many', url: changeMany(named) },
        { content: 'Import subscribers', url: '/customers/import' },
        { content: 'Recurring Orders', url: '/recurring-orders' },
        { content: 'Customers in the vendor portal', url: '/users' },
      ]}
    >
      <BlockStack gap="400">
        <Hindrance subscriptions={subscriptions} />
        <Narrowed asked={asked} isNone={isNone && !isAskedFor('query', 'after', 'before')} />
        <Filters choices={choices} views={views} />
        <ViewActions views={views} onPress={setDialogOf} />
        <List
          {...list}
          noun={{ singular: 'subscription', plural: 'subscriptions' }}
          searchLabel="Search by customer, email or product"
          nameOf={nameOf}
          columns={columns}
          bulkAction={{
            content: 'Change',
            chooseAll: 'Select all that match',
            onAction: (chosen) => navigate(changeMany(named, chosen)),
          }}
          paging={useCursorPaging(pageInfo)}
          sortings={[
            { label: 'Next order first', sortKey: 'NEXT_ORDER', reverse: false },
            { label: 'Newest first', sortKey: 'CREATED_AT', reverse: true },
            { label: 'Oldest first', sortKey: 'CREATED_AT', reverse: false },
          ]}
          nothingYet={
            subscriptions === 'known' || isFiltered ? (
              <NothingListed noun="subscription" isFiltered={isFiltered} url="/customers" />
            ) : (
              <Text as="p" alignment="center">
                No subscriptions have been read so far.
              </Text>
            )
          }
        />
        <Box paddingBlockEnd="400" />
      </BlockStack>
      {dialogOf === null ? null : (
        <DialogOnDemand
          dialog={viewDialog}
          props={{
            ...{ of: dialogOf, views, productName: product?.title },
            onClose: () => setDialogOf(null),
          }}
        />
      )}
    </Page>
  );
}

/** The address for changing many: those that are ticked, or all that match the list's address, which is the way back too. */
function changeMany(asked: URLSearchParams, chosen: Chosen<ListedContract> = 'all'): string {
  const who = new URLSearchParams(asked);
  if (chosen !== 'all') who.set('contracts', chosen.map(({ id }) => id).join(','));
  return `/customers/changes/new?${who}`;
}

/** How soon the screen looks again while subscriptions are read, in ms. */
const soon = 5_000;

function Hindrance({ subscriptions }: Pick<ContractList, 'subscriptions'>) {
  if (subscriptions === 'known') return null;
  if (subscriptions === 'reading') {
    return (
      <Banner tone="info" title="We’re still reading your subscriptions">
        <p>This can take a few minutes. Until then, some of them are missing here.</p>
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      title="Cadence can’t read your subscriptions"
      action={{ content: 'Go to Recurring Orders', url: '/recurring-orders' }}
    >
      <p>You see what was known before. Recurring Orders says what you can do.</p>
    </Banner>
  );
}

/** The store's page of an order or a customer led here. */
function Narrowed({ asked, isNone }: { asked: URLSearchParams; isNone: boolean }) {
  // Nothing is narrowed by what is no number, which the list says.
  const [of] = (['order', 'customer'] as const).filter((name) =>
    /^\d+$/.test(asked.get(name) ?? ''),
  );
  if (of === undefined) return null;
  return (
    <Banner
      tone="info"
      title={
        isNone
          ? `We know of no subscription of this ${of}`
          : `These are the subscriptions of one ${of}`
      }
      action={{ content: 'Show all subscriptions', url: '/customers' }}
    />
  );
}

function filters({
  plans,
  products,
  hasMoreProducts,
}: Pick<ContractList, 'plans' | 'products' | 'hasMoreProducts'>) {
  return [
    {
      name: 'status',
      label: 'Status',
      options: [
        { label: 'Any status', value: '' },
        ...contractStatuses.map((each) => ({ label: statusWords[each].label, value: each })),
      ],
    },
    {
      name: 'plan',
      label: 'Plan',
      helpText:
        plans.length < mostPlanNames ? undefined : `These are the first ${mostPlanNames} by name.`,
      options: [
        { label: 'Any plan', value: '' },
        ...plans.map((plan) => ({ label: plan, value: plan })),
      ],
    },
    {
      name: 'product',
      label: 'Product',
      helpText: hasMoreProducts ? 'The search finds all others.' : undefined,
      options: [
        { label: 'Any product', value: '' },
        ...products.map(({ id, title }) => ({ label: title, value: id })),
      ],
    },
    {
      name: 'next',
      label: 'Next order',
      options: [
        { label: 'Any day', value: '' },
        ...nextOrderWindows.map((each) => ({ label: windowWords[each], value: each })),
      ],
    },
    {
      name: 'payment',
      label: 'Payment',
      options: [
        { label: 'Any', value: '' },
        { label: 'In trouble', value: 'trouble' },
      ],
    },
    {
      name: 'canceled',
      label: 'Cancel reason',
      options: [
        { label: 'Any', value: '' },
        ...cancelReasons.map((each) => ({ label: cancelReasonWords[each], value: each })),
      ],
    },
  ];
}

/** They live in the address. */
function Filters({
  choices,
  views,
}: { choices: ReturnType<typeof filters> } & Pick<ContractList, 'views'>) {
  const { asked } = useAskedList();
  const navigate = useNavigate();
  return (
    <Box paddingInline={{ xs: '400', sm: '0' }}>
      <InlineGrid columns={{ xs: 2, md: 3 }} gap="300">
        <ViewSelect views={views} />
        {choices.map(({ name, options, ...words }) => {
          const value = asked.get(name) ?? '';
          // A link may ask for a plan or product that nobody has anymore.
          const isKnown = options.some((option) => option.value === value);
          return (
            <Select
              key={name}
              {...words}
              options={isKnown ? options : [...options, { label: value, value }]}
              value={value}
              onChange={(chosen) =>
                navigate(listAddress(asked, { [name]: chosen }), { preventScrollReset: true })
              }
            />
          );
        })}
      </InlineGrid>
    </Box>
  );
}

const nextOf = ({ nextDay, isUsageBased, status }: ListedContract) => {
  if (nextDay !== null) return formatDay(nextDay);
  if (status !== 'ACTIVE') return 'None';
  return isUsageBased ? 'By use' : 'Later';
};

const amountOf = ({ amount, currencyCode, isUsageBased, every, nextHasOwnPrice }: ListedContract) =>
  `${formatMoney(amount, currencyCode)} ${isUsageBased ? 'by use' : lowerFirst(intervalInWords(every))}${nextHasOwnPrice ? `, ${untilOwnPrice}` : ''}`;

const columns: Columns<ListedContract> = [
  {
    title: 'Customer',
    cell: (contract) => (
      <BlockStack>
        <RowLink row={{ id: contract.id, name: customerName(contract) }} below="/customers" />
        {contract.customer?.email ? (
          <Text as="span" tone="subdued" breakWord>
            {contract.customer.email}
          </Text>
        ) : null}
        <Text as="span" breakWord>
          {contract.items.join(', ')}
        </Text>
      </BlockStack>
    ),
  },
  {
    title: 'Next order',
    cell: (contract) => (
      <BlockStack>
        <Text as="span">{nextOf(contract)}</Text>
        {contract.nextHolds.length === 0 ? null : (
          <Text as="span" tone="subdued" breakWord>
            {contract.nextHolds.join(', ')}
          </Text>
        )}
      </BlockStack>
    ),
    brief: (contract) => `Next order: ${[nextOf(contract), ...contract.nextHolds].join(', ')}`,
  },
  {
    title: 'Status',
    cell: ({ status, paymentTrouble }) => {
      return (
        <BlockStack gap="100" inlineAlign="start">
          <WordBadge {...statusWords[status]} />
          {paymentTrouble === null ? null : (
            <Badge tone="critical">{troubleWords[paymentTrouble]}</Badge>
          )}
        </BlockStack>
      );
    },
  },
  { title: 'Amount before tax', alignment: 'end', cell: amountOf, brief: amountOf },
];
