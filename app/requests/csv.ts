/** What a spreadsheet takes for the beginning of a formula, also behind blanks. */
const formula = /^\s*[=+\-@]|^[\t\r\n]/;

function cellText(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // Names are the customers' and merchants' own: an apostrophe keeps a spreadsheet from carrying one out.
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A file of comma-separated values (RFC 4180) that spreadsheets open as it is meant: UTF-8 told by its mark, and no text that is
 * carried out as a formula.
 */
export function csvOf(rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}
