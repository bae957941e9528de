import { FormLayout, Select, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import {
  type AddressField,
  addressRefusals,
  type DeliveryAddress,
  tidyAddress,
} from '#contract/address-rules.ts';
import type { ContractAddress } from '#contract/delivery-address.ts';
import { formatCountry, formatMoney } from '#contract/format.ts';
import { majorUnitsOf } from '#contract/money.ts';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { priceRefusal, typedPriceOf } from '#contract/typed-price.ts';
import { useFocusOnRefusal } from '../../forms/use-focus-on-refusal.ts';
import { useResource } from '../../requests/use-resource.ts';
import { LoadedChange, type LoadedChangeProps } from './LoadedChange.tsx';
import { ownPriceWords } from './next-order.ts';
import { addressBack } from './way-back.ts';

const noAddress: DeliveryAddress = {
  ...{ firstName: '', lastName: '', company: '', address1: '', address2: '', city: '' },
  ...{ provinceCode: '', zip: '', countryCode: '', phone: '' },
};

const answer = async () => (await import('#contract/delivery-address.ts')).contractAddressSchema;

/** Sends a subscription's orders elsewhere from the next one on. */
export function AddressModal(props: LoadedChangeProps) {
  const { subscription, back } = props;
  const { id } = subscription;
  const known = useResource({
    path: `/resources/customers/${id}/address`,
    answer,
    leavesForUpdate: true,
  });
  const [typed, setTyped] = useState<Partial<DeliveryAddress>>({});
  const [typedPrice, setPrice] = useState<string>();
  const [refusals, setRefusals] = useState<Partial<Record<AddressField | 'price', string>>>({});
  useFocusOnRefusal(refusals);
  const isTyped = typedPrice !== undefined || Object.keys(typed).length > 0;

  const addressOf = (from: ContractAddress) => ({
    ...((back ?? from).address ?? noAddress),
    ...typed,
  });
  const priceOf = (from: ContractAddress) =>
    typedPrice ?? majorUnitsOf((back ?? from).deliveryPrice, from.currencyCode);

  const askedOf = (from: ContractAddress) => ({
    address: tidyAddress(addressOf(from)),
    price: typedPriceOf({ price: priceOf(from), currencyCode: from.currencyCode }),
  });

  function bodyOf(from: ContractAddress) {
    const { address, price } = askedOf(from);
    const refused = {
      ...addressRefusals(address),
      ...(price === null && { price: priceRefusal(from.currencyCode) }),
    };
    setRefusals(refused);
    if (price === null || Object.keys(refused).length > 0) return undefined;
    return { change: 'set address', address, deliveryPrice: price } as const;
  }

  return (
    <LoadedChange
      {...props}
      change="set address"
      {...(back === undefined
        ? {
            title: 'Change delivery address',
            ...{ confirm: 'Save', done: 'Delivery address changed' },
          }
        : {
            title: 'Undo the change of the delivery address',
            ...{ confirm: 'Undo', done: 'Delivery address is as before' },
          })}
      known={known}
      unsaved={isTyped ? 'The address you typed will be lost.' : undefined}
      bodyOf={bodyOf}
      backOf={(from, after) => addressBack(from, askedOf(from), { before: subscription, after })}
    >
      {(from, isAsking) => {
        const address = addressOf(from);
        const set = (change: Partial<DeliveryAddress>) => {
          setTyped((before) => ({ ...before, ...change }));
          setRefusals({});
        };
        const field = (name: AddressField, label: string) => (
          <TextField
            label={label}
            autoComplete="off"
            value={address[name]}
            error={refusals[name]}
            disabled={isAsking}
            onChange={(value) => set({ [name]: value })}
          />
        );
        const { countryCode } = address;
        const countries = [...new Set([...from.countries, countryCode])].filter(Boolean);
        return (
          <>
            {from.address === null ? (
              <Text as="p">
                This subscription isn’t shipped by now. Saving an address ships it, which can’t be
                undone here.
              </Text>
            ) : null}
            <FormLayout>
              <FormLayout.Group>
                {field('firstName', 'First name')}
                {field('lastName', 'Last name')}
              </FormLayout.Group>
              {field('company', 'Company')}
              {field('address1', 'Street and number')}
              {field('address2', 'Apartment, suite, etc.')}
              <FormLayout.Group>
                {field('zip', 'Postal code')}
                {field('city', 'City')}
              </FormLayout.Group>
              <FormLayout.Group>
                {field('provinceCode', 'State or province (code)')}
                <Select
                  label="Country"
                  options={[
                    { label: 'Pick a country', value: '' },
                    ...countries
                      .map((code) => ({ label: formatCountry(code), value: code }))
                      .sort((one, other) => one.label.localeCompare(other.label)),
                  ]}
                  value={countryCode}
                  error={refusals.countryCode}
                  disabled={isAsking}
                  onChange={(value) => set({ countryCode: value })}
                />
              </FormLayout.Group>
              <FormLayout.Group>
                {field('phone', 'Phone')}
                <TextField
                  label={`Price of delivery (${from.currencyCode})`}
                  autoComplete="off"
                  inputMode="decimal"
                  value={priceOf(from)}
                  error={refusals.price}
                  disabled={isAsking}
                  onChange={(value) => {
                    setPrice(value);
                    setRefusals({});
                  }}
                />
              </FormLayout.Group>
            </FormLayout>
            <Text as="p">
              Orders go there from the next one on. Those that were made already keep their address.
            </Text>
            <Text as="p">{costInWords(from, priceOf(from), subscription)}</Text>
          </>
        );
      }}
    </LoadedChange>
  );
}

function costInWords(
  { deliveryPrice, currencyCode }: ContractAddress,
  typedPrice: string,
  subscription: SubscriptionContract,
): string {
  const price = typedPriceOf({ price: typedPrice, currencyCode });
  if (price === null || price === deliveryPrice) {
    return `Shopify doesn’t work out the price of delivery anew: it stays ${formatMoney(deliveryPrice, currencyCode)} unless you change it.`;
  }
  const { amount } = subscription;
  return `Each order will cost ${formatMoney(amount - deliveryPrice + price, currencyCode)} before tax, instead of ${formatMoney(amount, currencyCode)}.${ownPriceWords(subscription)}`;
}
