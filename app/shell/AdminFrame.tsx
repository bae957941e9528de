import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BridgeProvider } from '../bridge/BridgeProvider.tsx';
import { menuItemsFor } from './menu-items.ts';
import { StatusNotice } from './StatusNotice.tsx';
import { type Shell, useLatestShell } from './shell.ts';

/** Gives the screens their bridge to the admin around them, with the app's menu, the bar that shows loading, and why the app isn't open. */
export function AdminFrame({ shell, children }: { shell: Shell; children: ReactNode }) {
  const isLoading = useNavigation().state !== 'idle';
  const { vendor, stepsCompleted } = useLatestShell(shell);
  const { merchantDocument } = shell;
  if (merchantDocument === null) return children;
  return (
    <BridgeProvider
      apiKey={merchantDocument.apiKey}
      host={merchantDocument.host}
      shop={merchantDocument.shop}
      menu={menuItemsFor(vendor ?? null)}
      isLoading={isLoading}
    >
      <StatusNotice vendor={vendor} stepsCompleted={stepsCompleted} />
      {children}
    </BridgeProvider>
  );
}
