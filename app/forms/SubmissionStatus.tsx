import { Box, Text } from '@shopify/polaris';
import { createContext } from 'react';
import { longWaitText, useLongWait } from '../bridge/long-wait.ts';

/** Whether a frame around the form says it: what is inert while the form is sent is not read out. */
export const StatusShownByModal = createContext(false);

type Props = {
  isUnderWay: boolean;
  /** The button's text while submitting, for screen readers. */
  words?: string;
};

/** Says that something is under way, and that it takes long, once it does. */
export function SubmissionStatus({ isUnderWay, words }: Props) {
  const isLong = useLongWait(isUnderWay);
  return (
    <div role="status">
      <Text as="span" visuallyHidden>
        {isUnderWay ? words : undefined}
      </Text>
      {isLong ? (
        <Box paddingBlockStart="200">
          <Text as="p" tone="subdued">
            {longWaitText}
          </Text>
        </Box>
      ) : null}
    </div>
  );
}
