import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  InlineGrid,
  InlineStack,
  Link,
  List,
  Text,
} from '@shopify/polaris';
import { recurringOutcomes } from '#contract/recurring-orders-names.ts';
import { Figure } from './Figure.tsx';
import type { RecurringMorning } from './recurring-morning.ts';
import { useRecurringMorning } from './use-recurring-morning.ts';

const screenUrl = '/recurring-orders';
const ordersUrl = `${screenUrl}?view=orders`;
const failed = `${ordersUrl}&outcome=failed`;
const due = recurringOutcomes.filter((outcome) => outcome !== 'left').join(',');

/** Today's recurring orders: how many are charged, how many aren't, and why. Beyond the specification. */
export function RecurringOrders() {
  const { morning, hasFailed, isAsking, reload } = useRecurringMorning();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Recurring orders
        </Text>
        <div aria-live="polite" aria-busy={morning === undefined && !hasFailed}>
          {/* As high as the figures, so that nothing below moves when they load. */}
          <Box minHeight="6.5rem">
            {hasFailed ? (
              <BlockStack gap="200" inlineAlign="start">
                <Text as="p">We can’t show your recurring orders right now.</Text>
                <Button loading={isAsking} onClick={reload}>
                  Try again
                </Button>
              </BlockStack>
            ) : (
              <BlockStack gap="400">
                {morning?.notice ? <NothingCharged notice={morning.notice} /> : null}
                {morning?.state === 'before' ? <NotLive /> : <Morning morning={morning} />}
              </BlockStack>
            )}
          </Box>
        </div>
      </BlockStack>
    </Card>
  );
}

function NothingCharged({ notice }: { notice: NonNullable<RecurringMorning['notice']> }) {
  const { title, text, action, url } = notice;
  return (
    <Banner tone="warning" title={title} action={{ content: action, url }}>
      <p>{text}</p>
    </Banner>
  );
}

function NotLive() {
  return (
    <BlockStack gap="300">
      <Text as="p">
        Nothing is charged yet. Start billing when you’re ready, after a look at what will be
        charged first.
      </Text>
      <InlineStack>
        <Button url={screenUrl}>Start billing</Button>
      </InlineStack>
    </BlockStack>
  );
}

function Morning({ morning }: { morning: RecurringMorning | undefined }) {
  const { day, failures = [] } = morning ?? {};
  const today = day === undefined ? ordersUrl : `${ordersUrl}&day=${day}`;
  const chargedToday = day === undefined ? ordersUrl : `${today}&outcome=charged`;
  return (
    <BlockStack gap="400">
      <InlineGrid columns={{ xs: 2, md: 5 }} gap="400">
        <Figure
          label="Due today"
          url={`${today}&outcome=${encodeURIComponent(due)}`}
          words={morning?.due}
        />
        <Figure label="Charged today" url={chargedToday} words={morning?.charged} />
        <Figure label="Failed" url={failed} words={morning?.failed} />
        <Figure
          label="To decide"
          url={`${ordersUrl}&outcome=to%20decide`}
          words={morning?.toDecide}
        />
        <Figure
          label="Expected in 30 days"
          url={`${screenUrl}?view=calendar`}
          words={morning?.expected}
        />
      </InlineGrid>
      {failures.length === 0 ? null : (
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            Why orders failed
          </Text>
          <List>
            {failures.map(({ failureClass, text }) => (
              <List.Item key={failureClass}>
                <Link url={`${failed}&failureClass=${failureClass}`} monochrome>
                  {text}
                </Link>
              </List.Item>
            ))}
          </List>
        </BlockStack>
      )}
    </BlockStack>
  );
}
