/** Characters that begin a formula in a spreadsheet, even after blanks. */
const formula = /^\s*[=+\-@]|^[\t\r\n]/;

function cellText(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // Names are the customers' and merchants' own: an apostrophe keeps a spreadsheet from carrying one out.
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Rows = ReadonlyArray<ReadonlyArray<string | number | null>>;

/**
 * Comma-separated values (RFC 4180) that spreadsheets open as they are meant: UTF-8 told by its mark, and no text that is carried
 * out as a formula.
 */
export function csvOf(rows: Rows): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}

/** The same as a file to download. */
export function csvFile(name: string, rows: Rows): Response {
  return new Response(csvOf(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
