import { Box, Text } from '@shopify/polaris';
import { createContext } from 'react';
import { showWaitInline } from '../bridge/inline-wait.ts';
import { useDelayed } from './use-delayed.ts';

/** Whether a frame around the form says it: what is inert while the form is sent is not read out. */
export const StatusShownByModal = createContext(false);

type Props = {
  isUnderWay: boolean;
  /** What a button says meanwhile, for who doesn't see it. */
  words?: string;
};

/** Says that something is under way, and that it takes long, once it does: what is saved may take half a minute. */
export function SubmissionStatus({ isUnderWay, words }: Props) {
  const isLate = useDelayed(isUnderWay, showWaitInline);
  return (
    <div role="status">
      <Text as="span" visuallyHidden>
        {isUnderWay ? words : undefined}
      </Text>
      {isLate ? (
        <Box paddingBlockStart="200">
          <Text as="p" tone="subdued">
            This is taking longer than usual. It can take up to half a minute.
          </Text>
        </Box>
      ) : null}
    </div>
  );
}
