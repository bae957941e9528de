import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/menu';
import { useEffect } from 'react';
import { useStoreContext } from '../shell/store-context.tsx';

export function AppMenuBridge() {
  const { setAppMenu } = useStoreContext();
  const [state] = useFeature(feature);
  const menu = state?.navigationMenu;

  useEffect(() => {
    if (menu === undefined) return;
    const items = menu.items.map(({ id, label, destination }) => ({
      id,
      label,
      path: destination.path,
    }));
    setAppMenu({ items, active: menu.active });
  }, [menu, setAppMenu]);

  useEffect(() => () => setAppMenu(null), [setAppMenu]);
  return null;
}
