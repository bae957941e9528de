import { useRevalidator } from '@remix-run/react';
import { Banner, Link } from '@shopify/polaris';
import { useEffect } from 'react';
import type { OrderCollection } from '#contract/store-order.ts';

/** How often orders that are being read are looked for. */
const refreshMilliseconds = 3_000;

/** What must be said of the orders that a page of the portal is made from: how far they are read, and what is missing. */
export function CollectionBanners({ collection }: { collection: OrderCollection | null }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!collection?.isCollecting) return;
    const timer = setTimeout(revalidate, refreshMilliseconds);
    return () => clearTimeout(timer);
  }, [collection, revalidate]);
  if (collection === null) return null;
  const { asOf, isCollecting, hasFailed, hasAllOrders, orders, grantUrl } = collection;
  return (
    <>
      {asOf === null && isCollecting ? (
        <Banner title="Your store's orders are being read">
          <p>{orders} orders so far. More follow by themselves.</p>
        </Banner>
      ) : null}
      {hasFailed && !isCollecting ? (
        <Banner tone="warning" title="Your store's latest orders could not be read">
          <p>What was read before is shown. They are asked for again when you reload the page.</p>
        </Banner>
      ) : null}
      {asOf !== null && !hasAllOrders ? (
        <Banner title="Orders older than 60 days are missing">
          <p>
            Your store lets Cadence see the orders of the last 60 days.{' '}
            <Link url={grantUrl} target="_blank">
              Allow it to see all of them
            </Link>
          </p>
        </Banner>
      ) : null}
    </>
  );
}
