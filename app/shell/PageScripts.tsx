import { Scripts } from '@remix-run/react';
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react';

/**
 * Remix's scripts, fetched after what the page looks like: without this the files of a screen share the line with the style sheet
 * that its first picture waits for.
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  return <>{afterStyles(Scripts({ nonce }))}</>;
}

function afterStyles(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return child;
    if (child.type === Fragment) return afterStyles(child.props.children);
    // React 18 knows the attribute by this name only.
    return child.type === 'link' ? cloneElement(child, { fetchpriority: 'low' } as object) : child;
  });
}
