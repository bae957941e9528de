import { BlockStack, Card, DataTable, type DataTableProps, Link, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useStorePath } from '../shell/store-context.tsx';

type SectionProps = { title: string; text?: string; children?: ReactNode };

export function Section({ title, text, children }: SectionProps) {
  return (
    <Card>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="h2" variant="headingSm">
          {title}
        </Text>
        {text !== undefined && (
          <Text as="p" tone="subdued">
            {text}
          </Text>
        )}
        {children}
      </BlockStack>
    </Card>
  );
}

export function Lines({ of: lines, none }: { of: readonly string[]; none: string }) {
  const shown = lines.length === 0 ? [none] : lines;
  return shown.map((line) => (
    <Text key={line} as="p" tone={lines.length === 0 ? 'subdued' : undefined}>
      {line}
    </Text>
  ));
}

/** A small table in a card: one column of names, the others of numbers. */
export function Table({ headings, rows }: { headings: string[]; rows: DataTableProps['rows'] }) {
  return (
    <Card padding="0">
      <DataTable
        columnContentTypes={headings.map((_, index) => (index === 0 ? 'text' : 'numeric'))}
        headings={headings}
        rows={rows}
      />
    </Card>
  );
}

export function StoreLink({ to, children }: { to: string; children: string }) {
  const path = useStorePath();
  return (
    <Link removeUnderline dataPrimaryLink url={path(to)}>
      {children}
    </Link>
  );
}
