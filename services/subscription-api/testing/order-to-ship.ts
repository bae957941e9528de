/** An amount as the platform's orders have it. */
export const money = (amount: string) => ({ shopMoney: { amount } });

/** Where an order goes, as the platform says it. */
export const shippingAddress = {
  name: 'Ada Lovelace',
  company: null,
  address1: '1 Roast Way',
  address2: null,
  city: 'Portland',
  provinceCode: 'OR',
  zip: '97201',
  countryCodeV2: 'US',
  phone: null,
};
