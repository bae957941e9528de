import { useNavigation } from '@remix-run/react';
import { Loading } from '@shopify/app-bridge-react';
import type { ReactNode } from 'react';
import { BridgeProvider } from '../bridge/BridgeProvider.tsx';
import { AppNavigation } from './AppNavigation.tsx';
import type { Shell } from './shell.ts';

/** Gives the screens their bridge to the admin around them, with the app's menu and the bar that shows loading. */
export function AdminFrame({ shell, children }: { shell: Shell; children: ReactNode }) {
  const { merchantDocument, vendor } = shell;
  if (merchantDocument === null) return children;
  return (
    <BridgeProvider
      apiKey={merchantDocument.apiKey}
      host={merchantDocument.host}
      shop={merchantDocument.shop}
    >
      <AppNavigation vendor={vendor ?? null} />
      <LoadingBar />
      {children}
    </BridgeProvider>
  );
}

function LoadingBar() {
  return useNavigation().state === 'idle' ? null : <Loading />;
}
