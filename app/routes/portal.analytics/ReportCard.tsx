import { Banner, BlockStack, Card, InlineStack, Text } from '@shopify/polaris';
import type { CSSProperties, ReactNode } from 'react';
import { useDownloadBeside } from '../../requests/use-download.ts';
import type { ReportTable } from './report.ts';

type Props = {
  table: ReportTable;
  /** A sentence about the numbers. */
  about: string;
  fileUrl: string;
  /** The chart; null where the range has nothing to draw. */
  children: ReactNode;
};

/** A chart with its table and its file. */
export function ReportCard({ table, about, fileUrl, children }: Props) {
  const isEmpty = table.rows.length === 0;
  const { start, isLoading, failure } = useDownloadBeside(fileUrl);
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {table.title}
          </Text>
          <Text as="p" tone="subdued">
            {about}
          </Text>
        </BlockStack>
        {isEmpty ? <Text as="p">No data in this range.</Text> : children}
        {isEmpty ? null : (
          <InlineStack gap="400" align="space-between" blockAlign="start">
            <details style={wide}>
              <summary style={summary}>
                <Text as="span">{`Table of ${table.title}`}</Text>
              </summary>
              <ReportRows table={table} />
            </details>
            <a
              href={fileUrl}
              download
              aria-label={`Download CSV of ${table.title}`}
              onClick={(press) => {
                press.preventDefault();
                if (!isLoading) void start();
              }}
            >
              <Text as="span">Download CSV</Text>
            </a>
          </InlineStack>
        )}
        {failure === undefined ? null : <Banner tone="critical" title={failure.message} />}
      </BlockStack>
    </Card>
  );
}

function ReportRows({ table }: { table: ReportTable }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a page that scrolls by itself must be reached by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
    <div role="region" aria-label={`${table.title}, table`} tabIndex={0} style={scrolling}>
      <table style={tableStyle}>
        <thead>
          <tr>
            {table.columns.map((column, index) => (
              <th key={column} scope="col" style={index === 0 ? named : numeric}>
                <Text as="span" variant="headingSm">
                  {column}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two plans may have one name
            <tr key={row}>
              <th scope="row" style={named}>
                <Text as="span" fontWeight="regular">
                  {name?.shown}
                </Text>
              </th>
              {cells.map(({ shown }, column) => (
                <td key={table.columns[column + 1]} style={numeric}>
                  <Text as="span" numeric>
                    {shown}
                  </Text>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const wide: CSSProperties = { flex: '1 1 16rem', minWidth: 0 };
const summary: CSSProperties = { cursor: 'pointer', width: 'fit-content' };
const scrolling: CSSProperties = {
  overflow: 'auto',
  maxHeight: '24rem',
  marginBlockStart: 'var(--p-space-200)',
};
const tableStyle: CSSProperties = { borderCollapse: 'collapse', width: '100%' };
const cell: CSSProperties = {
  padding: 'var(--p-space-150) var(--p-space-300)',
  borderBlockEnd: '1px solid var(--p-color-border-secondary)',
};
const named: CSSProperties = { ...cell, textAlign: 'start', overflowWrap: 'anywhere' };
const numeric: CSSProperties = { ...cell, textAlign: 'end', whiteSpace: 'nowrap' };
