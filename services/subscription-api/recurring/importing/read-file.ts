import { CsvError, parse } from 'csv-parse/sync';
import {
  type ImportColumn,
  importColumns,
  importFileTexts,
  mostImportLines,
  requiredImportColumns,
} from '#contract/subscriber-import-names.ts';
import { invalidFields } from '../../service-error.ts';

/** A line of the file, numbered as a spreadsheet does: the headings are line 1. */
export type FileLine = { line: number; cells: Partial<Record<ImportColumn, string>> };

const refused = (message: string) => invalidFields({ file: [message] });

/** Longer than any line with an address. */
const longestLine = 20_000;
/** With the headings and empty lines. Reading millions of these would keep everybody else waiting. */
const mostRecords = 50_000;

const names = (columns: readonly string[]) => columns.map((name) => `“${name}”`).join(', ');

/** The file's text. A file that was saved in the system's own encoding isn't guessed at, since names would be misread. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length === 0) throw refused(importFileTexts.empty);
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  let text: string;
  try {
    // The decoder takes away the mark that tells the encoding.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw refused(
      bytes.includes(0) || isUtf16 ? importFileTexts.notText : importFileTexts.encoding,
    );
  }
  if (text.includes('\0')) throw refused(importFileTexts.notText);
  return text;
}

/** Tells Excel what separates the cells, and is no row to it. */
const separatorLine = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/** Spreadsheets of many countries separate by semicolons. The headings have none of these within. */
function delimiterOf(text: string): string {
  const [headings = ''] = /[^\s,;].*/.exec(text) ?? [];
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: headings.split(sign).length }));
  return counts.sort((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

function parsed(text: string): string[][] {
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const rows = text.slice(line.length);
  try {
    return parse(rows, {
      delimiter: named ?? delimiterOf(rows),
      relax_column_count: true,
      max_record_size: longestLine,
      to: mostRecords,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, code } = error;
    const where = typeof lines === 'number' ? ` from line ${lines} on` : '';
    const why =
      code === 'CSV_MAX_RECORD_SIZE'
        ? 'A line is too long, perhaps because a quotation mark isn’t closed.'
        : 'A quotation mark isn’t closed, or stands in the middle of a cell.';
    throw refused(`The file can’t be read${where}. ${why}`);
  }
}

const isColumn = (name: string): name is ImportColumn =>
  importColumns.some((column) => column === name);

function columnsOf(headings: readonly string[]): ImportColumn[] {
  const found = headings.map((heading) => heading.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  const known = found.filter(isColumn);
  const missing = requiredImportColumns.filter((name) => !known.includes(name));
  // A misspelt column would be left out without a word.
  const unknown = found.filter((name) => !isColumn(name)).map((name) => name.slice(0, 40));
  const twice = known.filter((name, index) => known.indexOf(name) !== index);
  if (missing.length > 0) {
    throw refused(`The first line must have the template’s headings. Missing: ${names(missing)}.`);
  }
  if (unknown.length > 0) {
    throw refused(
      `The template has no column ${names(unknown.slice(0, 5))}. Remove it, or name it as the template does.`,
    );
  }
  if (twice.length > 0) throw refused(`The heading ${names(twice)} stands there twice.`);
  return known;
}

/**
 * Reads a CSV file: UTF-8 or UTF-16 with its mark, separated by commas, semicolons or tabs, with line breaks inside quotes. Empty lines, also
 * before the headings, aren't returned, but count. A cell beyond the headings is one too many, and stands as an empty `cells`.
 * @throws ServiceError `invalid fields` of `file`, in words for the merchant
 */
export function readImportFile(bytes: Uint8Array): FileLine[] {
  const all = parsed(textOf(bytes));
  if (all.length === mostRecords) throw refused(importFileTexts.tooMany);
  const first = all.findIndex((record) => record.some((cell) => cell !== ''));
  const [headings = [], ...records] = all.slice(first);
  // Spreadsheets leave empty columns at the end.
  const width = headings.findLastIndex((heading) => heading !== '') + 1;
  const columns = columnsOf(headings.slice(0, width));
  const lines = records.flatMap((record, index): FileLine[] => {
    if (record.every((cell) => cell === '')) return [];
    const isTooLong = record.slice(width).some((cell) => cell !== '');
    const cells = isTooLong
      ? {}
      : Object.fromEntries(columns.map((name, at) => [name, record[at] ?? '']));
    return [{ line: first + index + 2, cells }];
  });
  if (lines.length === 0) throw refused(importFileTexts.noLines);
  if (lines.length > mostImportLines) throw refused(importFileTexts.tooMany);
  return lines;
}
