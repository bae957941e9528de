import {
  defaultFeaturesStore,
  setFeaturesAvailable,
} from '@shopify/app-bridge-host/store/reducers/embeddedApp/features';

type FeaturesState = ReturnType<typeof setFeaturesAvailable>;
type Group = Parameters<typeof setFeaturesAvailable>[number];

/** The features that this admin offers the app. It answers anything else with 'Action is not permitted'. */
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
 * Whether the app receives `Redirect.APP`. It must not while unsaved changes hold the merchant back, or it would leave before they agree.
 */
export function appRedirectPermission(heard: boolean) {
  return { Main: { Navigation: { 'REDIRECT::APP': { Dispatch: true, Subscribe: heard } } } };
}

export function redirectsAreHeard(features: FeaturesState): boolean {
  return features.Main?.Navigation?.['REDIRECT::APP']?.Subscribe ?? false;
}
