import {
  Banner,
  BlockStack,
  Box,
  Card,
  DataTable,
  InlineGrid,
  Select,
  Text,
  Thumbnail,
} from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDay, formatMoney, formatPercent } from '#contract/format.ts';
import { minorUnitsOf } from '#contract/money.ts';
import type { PricedProduct } from '#contract/order-prices.ts';
import { PriceChart } from './PriceChart.tsx';
import {
  incomplete,
  type OrderRow,
  type Preview,
  previewedOrders,
  previewOfPlan,
} from './plan-preview.ts';
import type { PreviewOption } from './preview-option.ts';
import { roastSummaryOf, summaryOf, warningsOf } from './preview-texts.ts';

/** A product of the store, or one of its variants. `price` is a decimal string in `currencyCode`'s major units. */
export type PreviewProduct = PricedProduct & {
  id: string;
  title: string;
  variantTitle?: string;
  imageUrl: string | null;
};

export type PlanPreviewProps = {
  /** Null while they are on their way: the preview takes its place already. */
  products: PreviewProduct[] | null;
  options: PreviewOption[];
  /** ISO date of the first order. From the loader, so that the server and the browser show the same days. */
  firstDay: string;
  /** Whether orders are usage-based, so that their days aren't known. */
  isUsageBased?: boolean;
};

/** Pause in typing before screen readers announce the preview, in ms. */
const announcementDelay = 500;

/** The sentence's place, so that nothing moves while it gets longer and shorter. */
const twoLines = 'calc(2 * var(--p-font-line-height-500))';

/** Columns where there is room for them, whatever holds the card: a modal, a page or a telephone. */
const sideBySide = 'repeat(auto-fit, minmax(min(100%, 22rem), 1fr))';

function productLabel(product: PreviewProduct): string {
  const { title, variantTitle, currencyCode } = product;
  const name = variantTitle ? `${title} – ${variantTitle}` : title;
  const minorUnits = minorUnitsOf(product);
  if (minorUnits === null) return name;
  return `${name} (${formatMoney(minorUnits, currencyCode)})`;
}

/** The chosen one of a list that changes: the first where the choice is gone. */
function chosenOf<Item>(items: Item[], keyOf: (item: Item) => string, key: string | null) {
  return items.find((item) => keyOf(item) === key) ?? items[0];
}

function tableRows(rows: OrderRow[] | null, currencyCode: string): ReactNode[][] {
  if (rows === null) {
    // The table stays while something is half typed, so that the form beside it doesn't jump.
    return Array.from({ length: previewedOrders }, (_, index) => [`${index + 1}`, '–', '–', '–']);
  }
  return rows.map((row) => [
    `${row.number}`,
    row.date === null ? '–' : formatDay(row.date),
    formatMoney(row.price, currencyCode),
    row.saving === 0 ? (
      '–'
    ) : (
      <Saving
        key="saving"
        money={formatMoney(row.saving, currencyCode)}
        percent={formatPercent(row.percentOff)}
      />
    ),
  ]);
}

/** On two lines: beside a form the table has little room, and a cell does not break by itself. */
function Saving({ money, percent }: { money: string; percent: string }) {
  return (
    <BlockStack inlineAlign="end">
      <span>{`${money} `}</span>
      <Text as="span" tone="subdued">{`(${percent})`}</Text>
    </BlockStack>
  );
}

/**
 * The customer's side of a plan: dates, prices and savings of the first twelve orders for one product of
 * the store, as a table, a chart and a sentence, with warnings of discounts that look like a mistake.
 *
 * Keeps the chosen product and option itself. Needs Polaris' AppProvider; safe to render on the server.
 */
export function PlanPreview({
  products,
  options,
  firstDay,
  isUsageBased = false,
}: PlanPreviewProps) {
  const [productId, setProductId] = useState<string | null>(null);
  const [optionKey, setOptionKey] = useState<string | null>(null);

  const product = products && chosenOf(products, (item) => item.id, productId);
  const option = chosenOf(options, (item) => item.key, optionKey);

  if (product === undefined || option === undefined) {
    return (
      <PreviewCard>
        <Text as="p" tone="subdued">
          {product === undefined
            ? 'Add a product to your store to see what a customer pays.'
            : 'Add an option to see what a customer pays.'}
        </Text>
      </PreviewCard>
    );
  }
  const roast = option.terms && !isUsageBased ? roastSummaryOf(option.terms, firstDay) : null;
  const note = product && option.terms && option.note?.(product.currencyCode);
  return (
    <PreviewCard>
      <InlineGrid columns={sideBySide} gap="400">
        <ProductChoice products={products ?? []} product={product} onChange={setProductId} />
        {options.length > 1 && (
          <Select
            label="Delivery option"
            options={options.map(({ key, label }) => ({ value: key, label }))}
            value={option.key}
            onChange={setOptionKey}
          />
        )}
      </InlineGrid>
      {note ? <Text as="p">{note}</Text> : null}
      {roast ? <Text as="p">{roast}</Text> : null}
      {isUsageBased ? (
        <Text as="p" tone="subdued">
          Usage-based: each order goes out as the customer runs low, so there are no set dates.
        </Text>
      ) : null}
      {/* Anew once there are prices: they are said at once, where later changes wait for the typing to rest. */}
      <Prices
        key={product === null ? 'loading' : 'loaded'}
        preview={previewWith(option, product, isUsageBased ? null : firstDay)}
        isUsageBased={isUsageBased}
      />
    </PreviewCard>
  );
}

function previewWith(
  option: PreviewOption,
  product: PreviewProduct | null,
  firstDay: string | null,
): Preview {
  if (option.terms === null) return incomplete(option.reason);
  if (product === null) return incomplete('Loading prices…');
  return previewOfPlan(option.terms, product, firstDay);
}

/** The preview's card. */
export function PreviewCard({ children }: { children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          What a customer pays
        </Text>
        {children}
      </BlockStack>
    </Card>
  );
}

type ProductChoiceProps = {
  products: PreviewProduct[];
  product: PreviewProduct | null;
  onChange: (id: string) => void;
};

function ProductChoice({ products, product, onChange }: ProductChoiceProps) {
  return (
    <InlineGrid columns="auto minmax(0, 1fr)" gap="300" alignItems="end">
      <Thumbnail source={product?.imageUrl ?? ImageIcon} alt="" size="small" />
      <Select
        label="Product"
        options={products.map((item) => ({ value: item.id, label: productLabel(item) }))}
        placeholder={product === null ? 'Loading products…' : undefined}
        disabled={product === null}
        value={product?.id ?? ''}
        onChange={onChange}
      />
    </InlineGrid>
  );
}

type PricesProps = { preview: Preview; isUsageBased: boolean };

function Prices({ preview, isUsageBased }: PricesProps) {
  const isReady = preview.status === 'ready';
  const words = isReady ? [summaryOf(preview), ...warningsOf(preview)] : [preview.reason];
  const rows = isReady ? tableRows(preview.rows, preview.currencyCode) : tableRows(null, '');
  // One text, since a text is the same when its letters are: a list would count as changed on every render.
  const [sentence, ...warnings] = useDebounced(words.join('\n'), announcementDelay).split('\n');

  return (
    <>
      <Box minHeight={twoLines}>
        <div aria-live="polite">
          <Text as="p">{sentence}</Text>
        </div>
      </Box>
      {warnings.length > 0 && (
        <Banner tone="warning">
          <BlockStack gap="200">
            {warnings.map((warning) => (
              <Text as="p" key={warning}>
                {warning}
              </Text>
            ))}
          </BlockStack>
        </Banner>
      )}
      <InlineGrid columns={sideBySide} gap="400">
        <PriceChart preview={isReady ? preview : null} />
        <DataTable
          columnContentTypes={[
            'text',
            ...(isUsageBased ? [] : ['text' as const]),
            'numeric',
            'numeric',
          ]}
          headings={['Order', ...(isUsageBased ? [] : ['Date']), 'Price', 'Saving']}
          rows={isUsageBased ? rows.map(([order, , ...prices]) => [order, ...prices]) : rows}
          increasedTableDensity
          hideScrollIndicator
          hoverable={false}
        />
      </InlineGrid>
    </>
  );
}

/** A value once it has stopped changing for a while. The first value counts at once. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
