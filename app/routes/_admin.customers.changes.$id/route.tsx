import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Banner, BlockStack, Box } from '@shopify/polaris';
import {
  type BulkChange,
  type BulkDecision,
  bulkRowListQuerySchema,
} from '#contract/bulk-change.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useToast } from '../../bridge/toast.tsx';
import { NamedPage } from '../../components/NamedPage.tsx';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { focusHeading, useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { readListQuery } from '../../list/list-query.ts';
import { askForPage } from '../../list/load-list.server.ts';
import { bulkRequests } from '../../recurring-orders/bulk-requests.ts';
import { bulkNames, bulkStateWords, bulkTitle } from '../../recurring-orders/bulk-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useDownload } from '../../requests/use-download.ts';
import { useNavigateWhileShown } from '../../requests/use-navigate-while-shown.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { Facts, Progress } from './Progress.tsx';
import { Rows } from './Rows.tsx';

/** GET a change of many, with the page of its subscriptions that the address asks for. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const asked = readListQuery(bulkRowListQuerySchema, new URL(request.url).searchParams);
  const [change, { answer: list }] = await orErrorPage(
    Promise.all([
      client.getBulkChange({ id }),
      askForPage(asked, (query) => client.listBulkRows({ id, query })),
    ]),
  );
  return { change, list, failure: null as string | null };
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

const soon = 1_000;

/** In how many ms the screen looks again. Any progress begins the growing pauses anew. */
const pauseOf = ({ state, counts: { waiting, done, doing, refused } }: BulkChange) => {
  if (state === 'checking') return soon + (doing % 100);
  // Those that it was stopped in the middle of are still done, and so is the change with its last ones.
  const goesOn = state === 'running' || (state === 'stopped' && (doing > 0 || waiting === 0));
  return goesOn ? soon + ((done + refused) % 100) : undefined;
};

/** A change of many subscriptions: its preview, its progress and its report; beyond the specification. */
export default function BulkChangePage() {
  const shown = screen.useData();
  // Why one was refused must not stand at the change that takes it back.
  return <BulkChangeScreen key={shown.change.id} {...shown} />;
}

function BulkChangeScreen({ change, list, failure }: SerializeFrom<typeof loader>) {
  const { ask, isAsking, failure: refused } = useResourceRequest({ state: change.state });
  const reload = useRevalidateScreen();
  const navigate = useNavigateWhileShown();
  const showToast = useToast();
  const isClickable = useDoubleClickGuard(true);
  useRevalidateOnFocus(pauseOf(change));
  // What was pressed is gone then.
  const notePress = useFocusAfterPress(change.state, focusHeading);
  const report = useDownload(`/resources/customers/changes/${change.id}/csv`);

  async function decide(decision: BulkDecision) {
    if (isAsking) return;
    notePress();
    const outcome = await ask(bulkRequests.decide(change.id, decision));
    if (decision === 'stop' && outcome.answer?.state === 'stopped') showToast('Stopped');
    // It may have been done all the same.
    reload();
  }

  async function takeBack() {
    if (isAsking) return;
    const outcome = await ask(bulkRequests.prepare({ takesBack: change.id }));
    if (outcome.failure === undefined) navigate(`/customers/changes/${outcome.answer.id}`);
    else reload();
  }

  const { state, counts, takesBack, takenBackBy, canGoBack } = change;
  const toDo = takesBack === null ? bulkNames[change.change.change] : 'Take back';
  return (
    <NamedPage
      title={bulkTitle(change)}
      titleMetadata={<WordBadge {...bulkStateWords[state]} />}
      backAction={{ content: 'Changes of many subscriptions', url: '/customers/changes' }}
      {...(state === 'prepared' &&
        counts.waiting > 0 && {
          primaryAction: {
            content: `${toDo}: ${formatCount(counts.waiting, 'subscription')}`,
            destructive: change.change.change === 'cancel',
            loading: isAsking,
            disabled: isAsking || !isClickable,
            onAction: () => void decide('begin'),
          },
        })}
      secondaryActions={[
        ...(change.change.change === 'import'
          ? [{ content: 'Another file', url: '/customers/import' }]
          : []),
        ...(state === 'checking'
          ? []
          : [
              {
                content: state === 'prepared' ? 'Download preview' : 'Download report',
                loading: report.isLoading,
                onAction: () => void report.start(),
              },
            ]),
        ...((state === 'done' || state === 'stopped') && canGoBack > 0
          ? [
              {
                content: `Take back ${formatNumber(canGoBack)}`,
                disabled: isAsking,
                onAction: () => void takeBack(),
              },
            ]
          : []),
        ...(takesBack === null
          ? []
          : [{ content: 'What it takes back', url: `/customers/changes/${takesBack}` }]),
        ...(takenBackBy === null
          ? []
          : [{ content: 'Its way back', url: `/customers/changes/${takenBackBy}` }]),
      ]}
    >
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        {refused === undefined ? null : <Banner tone="critical" title={refused.message} />}
        {report.failure === undefined ? null : <Banner tone="critical" title={report.failure} />}
        <Progress
          change={change}
          isAsking={isAsking}
          onDecide={(decision) => void decide(decision)}
        />
        {state === 'checking' ? null : (
          <>
            <Facts change={change} />
            <Rows list={list} change={change} />
          </>
        )}
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </NamedPage>
  );
}
