/** For tests: a product with one variant per id, in the shape of the picker's queries. */
export function exampleProduct(variantIds: readonly string[]) {
  return {
    id: 'coffee',
    title: 'Coffee',
    handle: 'coffee',
    status: 'ACTIVE',
    hasOnlyDefaultVariant: false,
    featuredImage: null,
    variants: {
      nodes: variantIds.map((id) => ({
        id,
        title: `Size ${id}`,
        displayName: `Coffee - Size ${id}`,
        sku: null,
        price: '12.00',
        inventoryQuantity: 3,
      })),
    },
  };
}
