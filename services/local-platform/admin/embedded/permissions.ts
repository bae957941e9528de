import {
  defaultFeaturesStore,
  setFeaturesAvailable,
} from '@shopify/app-bridge-host/store/reducers/embeddedApp/features';

type FeaturesState = ReturnType<typeof setFeaturesAvailable>;
type Group = Parameters<typeof setFeaturesAvailable>[number];

/** What the app may ask of this admin. Anything else is answered with 'Action is not permitted'. */
const served: ReadonlySet<string> = new Set([
  'AuthCode',
  'Button',
  'ButtonGroup',
  'Client',
  'ContextualSaveBar',
  'Error',
  'Features',
  'LeaveConfirmation',
  'Link',
  'Loading',
  'Menu',
  'Modal',
  'Navigation',
  'Performance',
  'Resource_Picker',
  'SessionToken',
  'TitleBar',
  'Toast',
  'WebVitals',
]);

function isServed(group: string): group is Group {
  return served.has(group);
}

export const appPermissions = setFeaturesAvailable(
  ...Object.keys(defaultFeaturesStore.Main ?? {}).filter(isServed),
);

/**
 * Whether the app hears of `Redirect.APP`. While unsaved changes hold the merchant back it must not, or it would leave
 * before the merchant has agreed.
 */
export function appRedirectPermission(heard: boolean) {
  return { Main: { Navigation: { 'REDIRECT::APP': { Dispatch: true, Subscribe: heard } } } };
}

export function redirectsAreHeard(features: FeaturesState): boolean {
  return features.Main?.Navigation?.['REDIRECT::APP']?.Subscribe ?? false;
}
