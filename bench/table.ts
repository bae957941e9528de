/** The limit of a figure, in its unit. */
export type Goal = { atMost: number } | { atLeast: number };

export type Figure = {
  name: string;
  measured: number;
  /** For instance `ms`, `KiB` or `×`. */
  unit: string;
  /** Without a goal, a figure is printed but not judged. */
  goal?: Goal;
};

/** Whether a figure meets its goal; NaN doesn't. */
export function isMet({ measured, goal }: Figure): boolean {
  if (goal === undefined) return true;
  return 'atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast;
}

/** Three significant digits: 1,034, 16.9, 0.22. */
function written(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

function goalInWords({ goal, unit }: Figure): string {
  if (goal === undefined) return '';
  return 'atMost' in goal
    ? `≤ ${written(goal.atMost)} ${unit}`
    : `≥ ${written(goal.atLeast)} ${unit}`;
}

function verdictOf(figure: Figure): string {
  if (figure.goal === undefined) return '';
  return isMet(figure) ? 'met' : 'MISSED';
}

export function tableOf(title: string, figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'goal', ''],
    ...figures.map((figure) => [
      figure.name,
      `${written(figure.measured)} ${figure.unit}`,
      goalInWords(figure),
      verdictOf(figure),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((text, column) =>
        column === 1 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd(),
  );
  return [title, '', ...lines].join('\n');
}

/** Prints the table, and makes the process exit with 1 if a goal is missed. */
export function report(title: string, figures: readonly Figure[]): void {
  console.log(`${tableOf(title, figures)}\n`);
  if (!figures.every(isMet)) process.exitCode = 1;
}
