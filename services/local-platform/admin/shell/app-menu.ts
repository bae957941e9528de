import { canonical, parseAddress } from '../router/addresses.ts';

/** The app's menu below its name in the admin's navigation. */
export type AppMenu = {
  items: readonly { id: string; label: string; path: string }[];
  active?: string | undefined;
};

/**
 * The item to mark: the one that the app names, else the item of the shown screen, else the closest screen above it (`/settings` for
 * `/settings/logo`).
 */
export function activeItem(menu: AppMenu, shownPath: string): string | null {
  if (menu.active !== undefined && menu.items.some(({ id }) => id === menu.active)) {
    return menu.active;
  }
  const shown = canonical({ ...parseAddress(shownPath), search: '', hash: '' });
  const above = menu.items
    .map(({ id, path }) => ({
      id,
      path: canonical({ ...parseAddress(path), search: '', hash: '' }),
    }))
    .filter(({ path }) => path === shown || (path !== '/' && shown.startsWith(`${path}/`)))
    .sort((one, other) => other.path.length - one.path.length);
  return above[0]?.id ?? null;
}
