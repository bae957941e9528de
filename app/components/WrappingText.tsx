import type { ReactNode } from 'react';

type Props = {
  /** Below this width a word would be torn to letters. */
  minWidth?: string;
  children: ReactNode;
};

/**
 * Names that merchants give may be long. Polaris keeps a table's cell on one line and a page's title in whole words; in
 * here both wrap, within a word where they must, instead of leaving the screen.
 */
export function WrappingText({ minWidth, children }: Props) {
  return <div style={{ minWidth, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{children}</div>;
}
