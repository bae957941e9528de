import { useLocation } from '@remix-run/react';
import { Banner, Box, Page } from '@shopify/polaris';
import { onboardingSteps } from '#contract/limits.ts';
import { opensTheApp } from '#contract/vendor-status.ts';
import type { Shell } from './shell.ts';

type Props = Pick<Shell, 'vendor' | 'stepsCompleted'>;

/** Above every screen while the vendor's status does not open the app: why, what happens next, and whom to ask. */
export function StatusNotice({ vendor, stepsCompleted }: Props) {
  const { pathname } = useLocation();
  if (vendor === undefined || opensTheApp(vendor)) return null;
  const notice = vendor === null ? noticeOfSteps(stepsCompleted) : suspended;
  const { title, text, tone, applies = false } = notice;
  const isHome = pathname === '/';
  // Get started says the same at greater length.
  if (applies && isHome) return null;
  return (
    <Box paddingBlockStart="400">
      <Page>
        <Banner
          title={title}
          tone={tone}
          action={applies ? { content: 'Get started', url: '/' } : undefined}
          secondaryAction={
            pathname === '/contact-us' ? undefined : { content: 'Contact us', url: '/contact-us' }
          }
        >
          <p>{text}</p>
        </Banner>
      </Page>
    </Box>
  );
}

type Notice = {
  title: string;
  text: string;
  tone: 'info' | 'success' | 'warning';
  /** Whether the merchant is yet to apply. */
  applies?: boolean;
};

const suspended: Notice = {
  title: 'Your account is suspended',
  text: 'Settings, customers, notifications and integrations are closed, and no subscription is charged. Nothing was deleted. Contact us to find out why and get them back.',
  tone: 'warning',
};

const notApproved = 'Your store isn’t approved yet';
const opens = 'Settings, customers, notifications and integrations open once you are approved.';
const comeBack = 'Open Cadence again to see whether you are approved: ';
const opensThen = 'your menu then has Settings, Customers, Notifications and Integrations.';

function noticeOfSteps(stepsCompleted: number | undefined): Notice {
  if (stepsCompleted === undefined) {
    return { title: notApproved, text: opens, tone: 'info' };
  }
  if (stepsCompleted >= onboardingSteps) {
    return {
      title: 'All set. We’re reviewing your application',
      text: `${comeBack}${opensThen}`,
      tone: 'success',
    };
  }
  if (stepsCompleted > 0) {
    return {
      title: 'We’re reviewing your application',
      text: `Meanwhile, you have a few steps left in Get started. ${comeBack}${opensThen}`,
      tone: 'info',
    };
  }
  return {
    title: notApproved,
    text: `Apply in Get started. ${opens}`,
    tone: 'info',
    applies: true,
  };
}
