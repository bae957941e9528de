import { TopBar } from '@shopify/polaris';
import { CheckIcon, StoreIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import type { Store } from '../internal-api/stores.ts';
import { storePath } from '../router/addresses.ts';
import { useAdminHistory } from '../router/router.tsx';

type Props = { current: Store; stores: readonly Store[] };

export function StoreSwitcher({ current, stores }: Props) {
  const history = useAdminHistory();
  const [open, setOpen] = useState(false);
  return (
    <TopBar.UserMenu
      name={current.name}
      initials={initialsOf(current.name)}
      accessibilityLabel={`${current.name}, switch store`}
      customActivator={
        <span className="Switcher" data-initials={initialsOf(current.name)}>
          <span className="Switcher-name">{current.name}</span>
        </span>
      }
      open={open}
      onToggle={() => setOpen((before) => !before)}
      actions={[
        {
          items: stores.map((store) => ({
            content: store.name,
            icon: store.handle === current.handle ? CheckIcon : StoreIcon,
            active: store.handle === current.handle,
            onAction: () => {
              setOpen(false);
              history.push(storePath(store.handle));
            },
          })),
        },
      ]}
    />
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
