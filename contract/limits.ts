// Without schemas, for screens that don't carry these.

export const defaultPageSize = 50;
export const maximumPageSize = 250;
export const maximumSearchLength = 255;
export const searchTooLong = `A search can have at most ${maximumSearchLength} characters`;

/** Names of plans to filter by, of those that are subscribed to: the first ones. */
export const mostPlanNames = 100;

/** The most variants that one request may name; the screen sends more in steps of this size and shows progress. */
export const variantsPerRequest = 250;

/** Orders that one call sends to ShipStation (specification §9). */
export const ordersPerSync = 20;

/** Orders that one run of the order sync takes. */
export const ordersPerRun = 10_000;

/** Shown in a field whose key is already saved (specification §9). */
export const maskedKey = '0'.repeat(32);

/** The number of onboarding steps; `stepsCompleted` counts from 0 to this (specification §9). */
export const onboardingSteps = 4;

/** How often an option delivers; the form's labels are Day, Week, Month and Year (specification §9). */
export const intervals = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

/** How long a magic link can be opened, in ms. */
export const magicLinkMilliseconds = 5 * 60 * 1000;
