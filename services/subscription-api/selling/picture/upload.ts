import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Picture, pictureSchema } from '#contract/picture.ts';
import {
  type PictureType,
  pictureRefusalOf,
  pictureTexts,
  pictureTypeOfFile,
  pictureTypes,
} from '#contract/picture-type.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import { createOnce } from '../../idempotency/create-once.ts';
import { platformFailed } from '../../platform/platform-error.ts';
import { invalidFields, ServiceError } from '../../service-error.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { createFile, deleteFile, readFile, stageUpload, type UploadTarget } from './documents.ts';
import { keepPicture } from './store.ts';

/** The longest wait for Shopify to process a new image, which takes a few seconds, in ms. */
const readyMilliseconds = 20_000;
const firstLookMilliseconds = 250;
const longestPauseMilliseconds = 2_000;
const uploadMilliseconds = 60_000;

const notReady = 'Your store is still processing the image. Wait a moment, then try again.';

const refused = (message: string) => invalidFields({ file: [message] });

/**
 * Stores an image in the shop's files and returns its address. The type is read from its content; its name isn't used. The app stores the address,
 * and nothing of the image. Repeating the idempotency key makes no second file.
 * @throws ServiceError `forbidden` if the shop isn't a vendor, `invalid fields` if it isn't an image or Shopify refuses it, `unavailable` if
 *   Shopify takes too long; PlatformError
 */
export async function uploadPicture(
  context: ShopContext,
  file: File,
  idempotencyKey: string | undefined,
): Promise<Picture> {
  if (idempotencyKey === undefined) return await store(context, file);
  const content = new Uint8Array(await file.arrayBuffer());
  return await createOnce(context, {
    operation: 'upload picture',
    key: idempotencyKey,
    body: createHash('sha256').update(content).digest('hex'),
    parseAnswer: (stored) => pictureSchema.parse(stored),
    create: async ({ before, remember }) => {
      const earlier = madeSchema.safeParse(before).data;
      if (earlier !== undefined) await forget(context, earlier.id);
      return await store(context, file, (id) => remember({ id }));
    },
  });
}

/** The file of an earlier attempt that may not have finished. */
const madeSchema = z.object({ id: z.string() });

async function store(
  context: ShopContext,
  file: File,
  remember?: (id: string) => Promise<void>,
): Promise<Picture> {
  await requireActiveVendor(context.database, context.shop);
  const type = await pictureTypeOfFile(file);
  if (type === null) throw refused((await pictureRefusalOf(file)) ?? pictureTexts.notAnImage);
  const target = await stage(context, file, type);
  await sendTo(context, target, file, type);
  const id = await create(context, target);
  try {
    await remember?.(id);
    const photo = await whenReady(context, id);
    await keepPicture(context, { fileId: id, url: photo });
    return { photo };
  } catch (error) {
    // In the background, because a retry makes a file of its own.
    void context.runInBackground((later) => forget(later, id));
    throw error;
  }
}

async function stage(context: ShopContext, file: File, type: PictureType): Promise<UploadTarget> {
  const { stagedUploadsCreate } = await context.graphql(stageUpload, {
    input: [
      {
        filename: `logo-${randomUUID()}.${pictureTypes[type]}`,
        mimeType: type,
        resource: 'IMAGE',
        httpMethod: 'POST',
        fileSize: String(file.size),
      },
    ],
  });
  const [error] = stagedUploadsCreate.userErrors;
  const target = stagedUploadsCreate.stagedTargets?.[0];
  if (target === undefined) throw platformFailed(new Error(`stagedUploads: ${error?.message}`));
  return target;
}

async function sendTo(
  { deadline }: ShopContext,
  { url, parameters }: UploadTarget,
  file: File,
  type: PictureType,
): Promise<void> {
  const form = new FormData();
  // In the given order with the file last, because the storage reads no further than the file.
  for (const { name, value } of parameters) form.append(name, value);
  form.append('file', new Blob([file], { type }), `logo.${pictureTypes[type]}`);
  let status: number;
  try {
    status = await withTimeLimit(uploadMilliseconds, deadline?.signal, async (signal) => {
      const response = await fetch(url, { method: 'POST', body: form, redirect: 'error', signal });
      await response.body?.cancel();
      return response.status;
    });
  } catch (error) {
    throw platformFailed(error);
  }
  if (status < 200 || status > 299) throw platformFailed(new Error(`staged upload: ${status}`));
}

async function create(context: ShopContext, { resourceUrl }: UploadTarget): Promise<string> {
  const { fileCreate } = await context.graphql(createFile, {
    files: [{ originalSource: resourceUrl, contentType: 'IMAGE', alt: 'Logo' }],
  });
  const [error] = fileCreate.userErrors;
  if (error !== undefined) throw refused(error.message);
  const id = fileCreate.files?.[0]?.id;
  if (id === undefined) throw platformFailed(new Error('fileCreate: no file'));
  return id;
}

/** The file's address once Shopify has processed it. A query that fails temporarily is retried. */
async function whenReady(context: ShopContext, id: string): Promise<string> {
  let waited = 0;
  let failure: ServiceError | undefined;
  for (let pause = firstLookMilliseconds; waited < readyMilliseconds; pause *= 2) {
    const milliseconds = Math.min(pause, longestPauseMilliseconds);
    if (milliseconds >= (context.deadline?.left() ?? Number.POSITIVE_INFINITY)) break;
    await context.wait(milliseconds);
    waited += milliseconds;
    const node = await context.graphql(readFile, { id }).then(
      (answer) => answer.node,
      (error: unknown) => {
        if (!(error instanceof ServiceError) || error.isRefusal) throw error;
        failure = error;
        return undefined;
      },
    );
    if (node === undefined) continue;
    failure = undefined;
    if (node === null) throw platformFailed(new Error('the file is gone'));
    if (node.fileStatus === 'READY' && node.image !== null) return node.image.url;
    if (node.fileStatus === 'FAILED') {
      throw refused(node.fileErrors[0]?.message ?? pictureTexts.broken);
    }
  }
  throw failure ?? new ServiceError('unavailable', { message: notReady });
}

/** Deletes a file that can't be used. If that fails, it does no harm. */
async function forget(context: ShopContext, id: string): Promise<void> {
  try {
    await context.graphql(deleteFile, { fileIds: [id] });
  } catch (error) {
    context.logger.warn({ error }, 'a file that the platform could not read was not deleted');
  }
}
