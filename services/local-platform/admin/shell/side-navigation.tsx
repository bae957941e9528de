import { Navigation } from '@shopify/polaris';
import {
  DeliveryIcon,
  EmailIcon,
  HomeIcon,
  MeasurementWeightIcon,
  OrderIcon,
  PageIcon,
  PersonIcon,
  ProductIcon,
  RefreshIcon,
  SettingsIcon,
} from '@shopify/polaris-icons';
import { appPath, formatAddress, splitApp, storePath } from '../router/addresses.ts';
import { useAddress } from '../router/router.tsx';
import { type AppMenu, activeItem } from './app-menu.ts';

type Props = {
  store: string;
  path: string;
  app: { name: string; handle: string };
  menu: AppMenu | null;
  onDismiss: () => void;
};

export function SideNavigation({ store, path, app, menu, onDismiss }: Props) {
  const address = useAddress();
  const inApp = splitApp(path);
  const active = menu !== null && inApp !== null ? activeItem(menu, inApp.path) : null;
  const item = (label: string, below: string, icon: typeof HomeIcon) => ({
    label,
    icon,
    url: storePath(store, below),
    matches: below === '' ? path === '/' : path === below || path.startsWith(`${below}/`),
  });

  return (
    // Includes the query, because Polaris ignores a click on the current location, and a searched list's plain address is another one.
    <Navigation location={formatAddress(address)} onDismiss={onDismiss}>
      <Navigation.Section
        items={[
          item('Home', '', HomeIcon),
          item('Orders', '/orders', OrderIcon),
          item('Products', '/products', ProductIcon),
          item('Customers', '/customers', PersonIcon),
          item('Pages', '/pages', PageIcon),
        ]}
      />
      <Navigation.Section
        title="Apps"
        fill
        items={[
          {
            label: app.name,
            icon: RefreshIcon,
            url: appPath(store, app.handle, '/'),
            matches: inApp !== null && active === null,
            selected: inApp !== null,
            subNavigationItems: (menu?.items ?? []).map(({ id, label, path: destination }) => ({
              label,
              url: appPath(store, app.handle, destination),
              matches: id === active,
            })),
          },
        ]}
      />
      <Navigation.Section
        title="Beside the store"
        items={[
          item('ShipStation', '/shipstation', DeliveryIcon),
          item('Mailbox', '/mailbox', EmailIcon),
          item('Scale', '/scale', MeasurementWeightIcon),
        ]}
      />
      <Navigation.Section items={[item('Settings', '/settings', SettingsIcon)]} />
    </Navigation>
  );
}
