import type { TitleBarStore } from '@shopify/app-bridge-host/store/reducers/embeddedApp/titleBar';

export type TitleBarAction = {
  id: string;
  label: string;
  disabled: boolean;
  loading: boolean;
  destructive: boolean;
};

/** A button of its own, or a group of actions under one label. */
export type TitleBarEntry = TitleBarAction & { actions?: readonly TitleBarAction[] };

export type TitleBarEntries = {
  title: string;
  breadcrumb: TitleBarAction | null;
  primary: TitleBarAction | null;
  secondary: readonly TitleBarEntry[];
};

type Buttons = NonNullable<TitleBarStore['buttons']>;
type SingleButton = NonNullable<Buttons['primary']>;
type Secondary = NonNullable<Buttons['secondary']>[number];

/** What the app asked to have in the title bar, with everything that it may leave out filled in. */
export function titleBarEntries(state: TitleBarStore): TitleBarEntries {
  const { title = '', breadcrumbs, buttons } = state;
  return {
    title,
    breadcrumb: breadcrumbs ? actionOf(breadcrumbs) : null,
    primary: buttons?.primary ? actionOf(buttons.primary) : null,
    secondary: (buttons?.secondary ?? []).map(entryOf),
  };
}

function entryOf(button: Secondary): TitleBarEntry {
  if (!('buttons' in button)) return actionOf(button);
  return {
    id: button.id,
    label: button.label,
    disabled: button.disabled ?? false,
    loading: false,
    destructive: false,
    actions: button.buttons.map(actionOf),
  };
}

function actionOf({ id, label, disabled, loading, style }: SingleButton): TitleBarAction {
  return {
    id,
    label,
    disabled: disabled ?? false,
    loading: loading ?? false,
    destructive: style === 'danger',
  };
}
