import { and, asc, eq } from 'drizzle-orm';
import type { IntegrationService } from '#contract/integration.ts';
import { type Integration, integrationServiceSchema } from '#contract/integration.ts';
import { secretChanged } from '#contract/setting-change.ts';
import { decrypt, type EncryptionKeys, encrypt } from '../../encryption.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { lockToEnd } from '../../store/lock-to-end.ts';
import { integrationTable } from '../../store/schema.ts';

type IntegrationKeys = { key: string; secret: string };

type Place = { shop: string; service: IntegrationService };
type Encrypted = { encryptedKey: string; encryptedSecret: string };

/** Binds a ciphertext to its shop, service and column, so that it can't be decrypted in another place. */
const ownerOf = ({ shop, service }: Place, part: 'key' | 'secret') => `${shop} ${service} ${part}`;

const isAt = ({ shop, service }: Place) =>
  and(eq(integrationTable.shop, shop), eq(integrationTable.service, service));

function encrypted(keys: IntegrationKeys, encryptionKeys: EncryptionKeys, place: Place): Encrypted {
  return {
    encryptedKey: encrypt(keys.key, encryptionKeys, ownerOf(place, 'key')),
    encryptedSecret: encrypt(keys.secret, encryptionKeys, ownerOf(place, 'secret')),
  };
}

/** Null if none of the encryption keys decrypts them. */
function decrypted(row: Encrypted, encryptionKeys: EncryptionKeys, place: Place) {
  try {
    const key = decrypt(row.encryptedKey, encryptionKeys, ownerOf(place, 'key'));
    const secret = decrypt(row.encryptedSecret, encryptionKeys, ownerOf(place, 'secret'));
    return {
      keys: { key: key.secret, secret: secret.secret },
      isNewest: key.isNewest && secret.isNewest,
    };
  } catch {
    return null;
  }
}

/** The shop's connected services, without keys. */
export async function findIntegrations({
  database,
  shop,
  encryptionKeys,
}: ShopContext): Promise<Integration[]> {
  const rows = await database
    .select()
    .from(integrationTable)
    .where(eq(integrationTable.shop, shop))
    .orderBy(asc(integrationTable.connectedAt));
  return rows.map((row) => {
    const service = integrationServiceSchema.parse(row.service);
    return {
      service,
      accountName: row.accountName,
      areKeysReadable: decrypted(row, encryptionKeys, { shop, service }) !== null,
      connectedAt: row.connectedAt.toISOString(),
      lastCheckedAt: row.lastCheckedAt.toISOString(),
    };
  });
}

/** The keys of the shop's account; null if it isn't connected or no encryption key decrypts them any more. */
export async function findKeys(
  { database, shop, encryptionKeys }: ShopContext,
  service: IntegrationService,
): Promise<IntegrationKeys | null> {
  const place = { shop, service };
  const [row] = await database.select().from(integrationTable).where(isAt(place));
  return row === undefined ? null : (decrypted(row, encryptionKeys, place)?.keys ?? null);
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Runs `change` under a lock, since there may be no row to lock yet. */
async function changing<Outcome>(
  { database }: ShopContext,
  { shop, service }: Place,
  change: (transaction: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  return await database.transaction(async (transaction) => {
    await lockToEnd(transaction, `integration ${shop} ${service}`);
    return await change(transaction);
  });
}

/**
 * Keeps keys that the service has just accepted, in place of earlier ones. Keys that are there already are only marked as checked, so that a repeated
 * submit changes nothing.
 */
export async function keepIntegration(
  context: ShopContext,
  service: IntegrationService,
  { keys, accountName }: { keys: IntegrationKeys; accountName: string },
): Promise<void> {
  const { shop, encryptionKeys } = context;
  const place = { shop, service };
  const now = context.now();
  await changing(context, place, async (transaction) => {
    const [row] = await transaction.select().from(integrationTable).where(isAt(place));
    const kept = row === undefined ? null : decrypted(row, encryptionKeys, place)?.keys;
    const isSame = kept?.key === keys.key && kept.secret === keys.secret;
    const checked = { accountName, lastCheckedAt: now };
    if (isSame) {
      await transaction.update(integrationTable).set(checked).where(isAt(place));
      return;
    }
    const fresh = { ...encrypted(keys, encryptionKeys, place), ...checked, connectedAt: now };
    await transaction
      .insert(integrationTable)
      .values({ ...place, ...fresh })
      .onConflictDoUpdate({
        target: [integrationTable.shop, integrationTable.service],
        set: fresh,
      });
    await recordSettingChange(transaction, context, {
      setting: `integrations.${service}`,
      from: row === undefined ? null : secretChanged,
      to: secretChanged,
    });
  });
}

/** Removes the shop's account and its keys, if there is one. */
export async function forgetIntegration(
  context: ShopContext,
  service: IntegrationService,
): Promise<void> {
  const place = { shop: context.shop, service };
  await changing(context, place, async (transaction) => {
    const removed = await transaction
      .delete(integrationTable)
      .where(isAt(place))
      .returning({ service: integrationTable.service });
    if (removed.length === 0) return;
    await recordSettingChange(transaction, context, {
      setting: `integrations.${service}`,
      from: secretChanged,
      to: null,
    });
  });
}

/**
 * Encrypts every shop's keys anew that older encryption keys encrypted, so that the older ones can be removed.
 * @returns how many accounts it renewed, and how many no encryption key decrypts any more
 */
export async function renewEncryption(
  database: Database,
  encryptionKeys: EncryptionKeys,
): Promise<{ renewed: number; unreadable: number }> {
  const outcome = { renewed: 0, unreadable: 0 };
  for (const row of await database.select().from(integrationTable)) {
    const place = { shop: row.shop, service: integrationServiceSchema.parse(row.service) };
    const found = decrypted(row, encryptionKeys, place);
    if (found === null) outcome.unreadable += 1;
    if (found === null || found.isNewest) continue;
    outcome.renewed += 1;
    await database
      .update(integrationTable)
      .set(encrypted(found.keys, encryptionKeys, place))
      // An account that was reconnected in the meantime uses the newest key already.
      .where(and(isAt(place), eq(integrationTable.encryptedKey, row.encryptedKey)));
  }
  return outcome;
}
