import type { ClientApplication } from '@shopify/app-bridge';
import { Loading, NavigationMenu, Provider, useAppBridge } from '@shopify/app-bridge-react';
import { type ComponentProps, useEffect } from 'react';
import type { Admin } from './admin.ts';
import { createAdmin } from './create-admin.ts';

export type AppBridgeProps = Pick<ComponentProps<typeof Provider>, 'config' | 'router'> & {
  menu?: MenuItem[];
  isLoading?: boolean;
  onConnected: (admin: Admin) => void;
};

type MenuItem = { label: string; destination: string };

/** App Bridge with what the admin shows for the app: its menu and its loading bar. Loaded beside the screen, never with it. */
export function AppBridge({ config, router, menu, isLoading, onConnected }: AppBridgeProps) {
  return (
    <Provider config={config} router={router}>
      <Connected onConnected={onConnected} />
      {menu ? <NavigationMenu navigationLinks={menu} matcher={isOnShow} /> : null}
      {isLoading ? <Loading /> : null}
    </Provider>
  );
}

function Connected({ onConnected }: Pick<AppBridgeProps, 'onConnected'>) {
  const bridge: ClientApplication = useAppBridge();
  useEffect(() => onConnected(createAdmin(bridge)), [bridge, onConnected]);
  return null;
}

type Matcher = NonNullable<ComponentProps<typeof NavigationMenu>['matcher']>;

const isOnShow: Matcher = (link, location) => {
  const path = typeof location === 'string' ? new URL(location).pathname : location.pathname;
  return path === link.destination || path.startsWith(`${link.destination}/`);
};
