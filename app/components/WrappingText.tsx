import type { ReactNode } from 'react';

/**
 * Names that merchants give may be long. Polaris keeps a table's cell on one line and a page's title in whole words; in
 * here both wrap, within a word where they must, instead of leaving the screen.
 */
export function WrappingText({ children }: { children: ReactNode }) {
  return <div style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{children}</div>;
}
