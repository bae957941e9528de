import type { CSSProperties } from 'react';

export const tableStyle: CSSProperties = { borderCollapse: 'collapse', width: '100%' };
const cell: CSSProperties = {
  padding: 'var(--p-space-200) var(--p-space-200)',
  borderBlockEnd: '1px solid var(--p-color-border-secondary)',
};
export const textCell: CSSProperties = { ...cell, textAlign: 'start', overflowWrap: 'anywhere' };
export const numberCell: CSSProperties = { ...cell, textAlign: 'end', whiteSpace: 'nowrap' };
export const headCell: CSSProperties = { ...numberCell, verticalAlign: 'bottom' };
