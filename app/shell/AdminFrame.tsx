import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BridgeProvider } from '../bridge/BridgeProvider.tsx';
import { menuItemsFor } from './menu-items.ts';
import { type Shell, useMenuVendor } from './shell.ts';

/** Gives the screens their bridge to the admin around them, with the app's menu and the bar that shows loading. */
export function AdminFrame({ shell, children }: { shell: Shell; children: ReactNode }) {
  const isLoading = useNavigation().state !== 'idle';
  const vendor = useMenuVendor(shell);
  const { merchantDocument } = shell;
  if (merchantDocument === null) return children;
  return (
    <BridgeProvider
      apiKey={merchantDocument.apiKey}
      host={merchantDocument.host}
      shop={merchantDocument.shop}
      menu={menuItemsFor(vendor)}
      isLoading={isLoading}
    >
      {children}
    </BridgeProvider>
  );
}
