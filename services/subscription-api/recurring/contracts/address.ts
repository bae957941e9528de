import { z } from 'zod';
import { addressFields, type DeliveryAddress } from '#contract/address-rules.ts';
import type { ContractAddress } from '#contract/delivery-address.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { minorUnitsOf } from '#contract/money.ts';
import type { ChangeContract } from '#contract/subscription-contract.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { notFound, ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { contractTag } from './contract.ts';
import { refreshKept } from './refresh-kept.ts';

const partSchema = z.string().nullable();

const getDelivery = operation<{ id: string }>('read_own_subscription_contracts')(
  `query ContractDelivery($id: ID!) {
    shop { shipsToCountries }
    subscriptionContract(id: $id) {
      revisionId currencyCode
      deliveryPrice { amount }
      deliveryMethod {
        ... on SubscriptionDeliveryMethodShipping {
          address {
            firstName lastName company address1 address2 city provinceCode zip countryCodeV2 phone
          }
        }
      }
    }
  }`,
  z.object({
    shop: z.object({ shipsToCountries: z.array(z.string()) }),
    subscriptionContract: z
      .object({
        revisionId: z.coerce.bigint(),
        currencyCode: z.string(),
        deliveryPrice: z.object({ amount: z.string() }),
        deliveryMethod: z
          .object({
            address: z
              .object({
                ...{ firstName: partSchema, lastName: partSchema, company: partSchema },
                ...{ address1: partSchema, address2: partSchema, city: partSchema },
                ...{ provinceCode: partSchema, zip: partSchema, countryCodeV2: partSchema },
                phone: partSchema,
              })
              // A subscription that isn't shipped has none.
              .optional(),
          })
          .nullable(),
      })
      .nullable(),
  }),
);

async function readDelivery({ graphql }: Pick<ShopContext, 'graphql'>, contract: string) {
  const answer = await graphql(getDelivery, { id: globalIdOf('SubscriptionContract', contract) });
  if (answer.subscriptionContract === null) return null;
  const {
    revisionId: revision,
    deliveryMethod,
    currencyCode,
    deliveryPrice,
  } = answer.subscriptionContract;
  const found = deliveryMethod?.address;
  const address: DeliveryAddress | null =
    found === undefined
      ? null
      : {
          firstName: found.firstName ?? '',
          lastName: found.lastName ?? '',
          company: found.company ?? '',
          address1: found.address1 ?? '',
          address2: found.address2 ?? '',
          city: found.city ?? '',
          provinceCode: found.provinceCode ?? '',
          zip: found.zip ?? '',
          countryCode: found.countryCodeV2 ?? '',
          phone: found.phone ?? '',
        };
  const price = minorUnitsOf({ price: deliveryPrice.amount, currencyCode });
  return { revision, address, price, countries: answer.shop.shipsToCountries };
}

/** Whether a contract's orders go where they are asked to, for that price, by what the platform says now. False for other changes. */
export async function isSentAsAsked(
  context: Pick<ShopContext, 'graphql'>,
  contract: string,
  asked: ChangeContract,
): Promise<boolean> {
  if (asked.change !== 'set address') return false;
  const found = await readDelivery(context, contract);
  if (found?.price !== asked.deliveryPrice) return false;
  const { address } = found;
  return (
    address !== null && addressFields.every((field) => address[field] === asked.address[field])
  );
}

/**
 * A subscription's delivery address (contract/delivery-address.ts), read from Shopify, since we don't store addresses.
 * @throws ServiceError `not found`; `conflict` where the subscription changes this very moment
 */
export async function getContractAddress(
  context: ShopContext,
  id: string,
): Promise<ContractAddress> {
  const kept = await refreshKept(context, id);
  const delivery = await readDelivery(context, id);
  if (delivery === null) throw notFound(notFoundTexts.SubscriptionContract);
  const { revision, deliveryPrice, currencyCode } = kept.contract;
  if (delivery.revision !== revision) {
    throw new ServiceError('conflict', {
      message: 'This subscription is being changed right now. Please try again.',
    });
  }
  const { address, countries } = delivery;
  return { address, countries, deliveryPrice, currencyCode, tag: contractTag(kept) };
}
