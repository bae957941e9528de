// The platform's design tokens; each has a contrast of at least 4.5 to 1 on a card.
export const seriesColor = 'var(--p-color-bg-fill-emphasis)';
export const textColor = 'var(--p-color-text-secondary)';
export const gridColor = 'var(--p-color-border-secondary)';

/** Words within a drawing. */
export const chartText = { fill: textColor, fontSize: 'var(--p-font-size-300)' } as const;

/** Series that stand on each other: each is 3 to 1 at least against a card, and against the one that it stands on. */
export const stackStyles = {
  lowest: stackStyle('var(--p-color-bg-fill-emphasis-active)'),
  middle: stackStyle('var(--p-color-bg-fill-info-active)'),
  highest: stackStyle('var(--p-color-bg-surface)', 'var(--p-color-bg-fill-emphasis-active)'),
};

function stackStyle(color: string, outline = color) {
  return { color, outline };
}
