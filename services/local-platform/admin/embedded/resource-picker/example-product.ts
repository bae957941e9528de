/** For tests: a product with a variant for each id, as the picker's queries answer it. */
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
