import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import { type Address, canonical, parseAddress } from './addresses.ts';
import type { AdminHistory } from './admin-history.ts';

const HistoryContext = createContext<AdminHistory | null>(null);

export function Router({ history, children }: { history: AdminHistory; children: ReactNode }) {
  return <HistoryContext.Provider value={history}>{children}</HistoryContext.Provider>;
}

export function useAdminHistory(): AdminHistory {
  const history = useContext(HistoryContext);
  if (history === null) throw new Error('useAdminHistory needs a <Router> around it.');
  return history;
}

export function useAddress(): Address {
  const history = useAdminHistory();
  return useSyncExternalStore(history.listen, history.current);
}

type AdminLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  url: string;
  external?: boolean | undefined;
  children?: ReactNode;
};

/** Polaris's links in the admin: real links, which the admin follows without reloading itself. */
export function AdminLink({ url, external, children, onClick, target, ...rest }: AdminLinkProps) {
  const history = useAdminHistory();
  const address = useAddress();
  const opensElsewhere = external === true || (target !== undefined && target !== '_self');
  const local = !opensElsewhere && url.startsWith('/');

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plainClick =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plainClick || !local) return;
    event.preventDefault();
    history.push(url);
  };

  return (
    <a
      aria-current={
        local && canonical(parseAddress(url)) === canonical(address) ? 'page' : undefined
      }
      {...rest}
      href={url}
      onClick={follow}
      target={external === true ? '_blank' : target}
      rel={opensElsewhere ? 'noopener noreferrer' : undefined}
    >
      {children}
    </a>
  );
}
