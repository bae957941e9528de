import {
  Banner,
  BlockStack,
  Card,
  DataTable,
  InlineGrid,
  Select,
  Text,
  Thumbnail,
} from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { type ReactNode, useState } from 'react';
import { formatMoney, minorUnitsOf } from '#contract/money.ts';
import type { PricedProduct } from '#contract/order-prices.ts';
import { percentInWords } from '#contract/plan-words.ts';
import type { SellingPlan } from '#contract/selling-plan.ts';
import { LazyPriceChart } from './LazyPriceChart.tsx';
import { formatDay } from './order-dates.ts';
import {
  type OrderRow,
  type PlanFormValues,
  type Preview,
  previewedOrders,
  previewOf,
  previewOfPlan,
} from './plan-preview.ts';
import { optionText, summaryOf, warningsOf } from './preview-texts.ts';
import { useSettled } from './use-settled.ts';

/** A product of the store, or one of its variants. `price` is a decimal string in `currencyCode`'s major units. */
export type PreviewProduct = PricedProduct & {
  id: string;
  title: string;
  variantTitle?: string;
  imageUrl: string | null;
};

/**
 * Where the plans come from: the group's form as it is being typed (raw texts of its fields; `key` tells the options
 * apart while they are added and removed), or the selling plans that exist.
 */
export type PlanPreviewSource =
  | {
      kind: 'form';
      group: PlanFormValues['group'];
      options: Array<PlanFormValues['option'] & { key: string }>;
    }
  | { kind: 'sellingPlans'; sellingPlans: SellingPlan[] };

export type PlanPreviewProps = {
  products: PreviewProduct[];
  source: PlanPreviewSource;
  /** ISO date of the first order. From the loader, so that the server and the browser show the same days. */
  firstDay: string;
  /** How money and days are written: a BCP 47 tag. */
  locale?: string;
};

type PreviewOption = {
  key: string;
  label: string;
  previewWith: (product: PricedProduct) => Preview;
};

/** How long nothing changes before it is read out, in milliseconds: not every keystroke is worth a word. */
const announcementDelay = 500;

/** Columns where there is room for them, whatever holds the card: a modal, a page or a telephone. */
const sideBySide = 'repeat(auto-fit, minmax(min(100%, 22rem), 1fr))';

function optionsOf(source: PlanPreviewSource, firstDay: string): PreviewOption[] {
  if (source.kind === 'sellingPlans') {
    return source.sellingPlans.map((plan) => ({
      key: plan.id,
      label: plan.name,
      previewWith: (product) => previewOfPlan(plan, product, firstDay),
    }));
  }
  return source.options.map(({ key, ...option }, index) => ({
    key,
    label: optionText(option, index + 1),
    previewWith: (product) => previewOf({ group: source.group, option }, product, firstDay),
  }));
}

function productLabel(product: PreviewProduct, locale: string): string {
  const { title, variantTitle, currencyCode } = product;
  const name = variantTitle ? `${title} – ${variantTitle}` : title;
  const minorUnits = minorUnitsOf(product);
  if (minorUnits === null) return name;
  return `${name} (${formatMoney(minorUnits, currencyCode, locale)})`;
}

/** The chosen one of a list that changes: the first where the choice is gone. */
function chosenOf<Item>(items: Item[], keyOf: (item: Item) => string, key: string | null) {
  return items.find((item) => keyOf(item) === key) ?? items[0];
}

function tableRows(rows: OrderRow[] | null, currencyCode: string, locale: string): ReactNode[][] {
  if (rows === null) {
    // The table stays while something is half typed, so that the form beside it doesn't jump.
    return Array.from({ length: previewedOrders }, (_, index) => [`${index + 1}`, '–', '–', '–']);
  }
  return rows.map((row) => [
    `${row.number}`,
    formatDay(row.date, locale),
    formatMoney(row.price, currencyCode, locale),
    row.saving === 0 ? (
      '–'
    ) : (
      <Saving
        key="saving"
        money={formatMoney(row.saving, currencyCode, locale)}
        percent={percentInWords(row.percentOff, locale)}
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
 * What a customer pays and saves with a plan: dates, prices and savings of the first twelve orders for one product of
 * the store, as a table, a chart and a sentence, with warnings of discounts that look like a mistake.
 *
 * Recomputed on every render, so pass the form's fields as they stand:
 * - beside the group's form: `source={{kind: 'form', group: {firstOrderDiscount, …}, options: [{key, interval, …}]}}`;
 * - on the detail page: `source={{kind: 'sellingPlans', sellingPlans: group.sellingPlans}}`, and the group's variants
 *   (or else some products of the store) as `products`.
 *
 * Keeps the chosen product and option itself. Needs Polaris' AppProvider; safe to render on the server.
 */
export function PlanPreview({ products, source, firstDay, locale = 'en-US' }: PlanPreviewProps) {
  const [productId, setProductId] = useState<string | null>(null);
  const [optionKey, setOptionKey] = useState<string | null>(null);

  const options = optionsOf(source, firstDay);
  const product = chosenOf(products, (item) => item.id, productId);
  const option = chosenOf(options, (item) => item.key, optionKey);
  const isPossible = product !== undefined && option !== undefined;

  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          What a customer pays
        </Text>
        {isPossible ? (
          <>
            <InlineGrid columns={sideBySide} gap="400">
              <ProductChoice
                products={products}
                product={product}
                locale={locale}
                onChange={setProductId}
              />
              {options.length > 1 && (
                <Select
                  label="Delivery option"
                  options={options.map(({ key, label }) => ({ value: key, label }))}
                  value={option.key}
                  onChange={setOptionKey}
                />
              )}
            </InlineGrid>
            <Prices preview={option.previewWith(product)} locale={locale} />
          </>
        ) : (
          <Text as="p" tone="subdued">
            {product === undefined
              ? 'Add a product to your store to see what a customer pays.'
              : 'Add an option to see what a customer pays.'}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

type ProductChoiceProps = {
  products: PreviewProduct[];
  product: PreviewProduct;
  locale: string;
  onChange: (id: string) => void;
};

function ProductChoice({ products, product, locale, onChange }: ProductChoiceProps) {
  return (
    <InlineGrid columns="auto minmax(0, 1fr)" gap="300" alignItems="end">
      <Thumbnail source={product.imageUrl ?? ImageIcon} alt="" size="small" />
      <Select
        label="Product"
        options={products.map((item) => ({ value: item.id, label: productLabel(item, locale) }))}
        value={product.id}
        onChange={onChange}
      />
    </InlineGrid>
  );
}

function Prices({ preview, locale }: { preview: Preview; locale: string }) {
  const isReady = preview.status === 'ready';
  const words = isReady
    ? [summaryOf(preview, locale), ...warningsOf(preview, locale)]
    : [preview.reason];
  // One text, since a text is the same when its letters are: a list would count as changed on every render.
  const [sentence, ...warnings] = useSettled(words.join('\n'), announcementDelay).split('\n');

  return (
    <>
      <div aria-live="polite">
        <Text as="p">{sentence}</Text>
      </div>
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
        <LazyPriceChart chart={isReady ? { ...preview, locale } : null} />
        <DataTable
          columnContentTypes={['text', 'text', 'numeric', 'numeric']}
          headings={['Order', 'Date', 'Price', 'Saving']}
          rows={
            isReady
              ? tableRows(preview.rows, preview.currencyCode, locale)
              : tableRows(null, '', locale)
          }
          increasedTableDensity
          hideScrollIndicator
          hoverable={false}
        />
      </InlineGrid>
    </>
  );
}
