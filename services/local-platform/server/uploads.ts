import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { StoreFiles } from '../graphql/context.ts';
import type { Store } from '../store/store.ts';
import { graphqlFaults } from './graphql-faults.ts';
import { answerCall, type Environment } from './inject-fault.ts';
import type { Platform } from './platform.ts';

/** The largest image that the platform accepts, in bytes. */
const maximumBytes = 20 * 1024 * 1024;
const validMilliseconds = 60 * 60 * 1000;
const keyPattern = /^[\da-f-]{36}$/;

const policySchema = z.object({
  key: z.string().regex(keyPattern),
  contentType: z.string(),
  expiresAt: z.number(),
});
const formSchema = z.object({
  key: z.string(),
  'Content-Type': z.string(),
  policy: z.string(),
  signature: z.string(),
  file: z.file(),
});

/** Keeps uploads and the stores' files, each as a file below the platform's folder. */
export class Uploads {
  readonly #folder: string;
  /** Signs upload targets. A restart makes earlier targets invalid. */
  readonly #secret = randomBytes(32);

  constructor(folder: string) {
    this.#folder = folder;
  }

  filesOf(store: Store, backendUrl: string, now: Date): StoreFiles {
    const url = `${backendUrl}/uploads/${store.shop.handle}`;
    return {
      stage: ({ filename, mimeType }) => {
        const key = randomUUID();
        const expiresAt = now.getTime() + validMilliseconds;
        const policy = Buffer.from(
          JSON.stringify({ key, contentType: mimeType, expiresAt }),
        ).toString('base64');
        const parameters = {
          'Content-Type': mimeType,
          key,
          policy,
          signature: this.#sign(store, policy),
        };
        return { url, resourceUrl: `${url}/${key}/${encodeURIComponent(filename)}`, parameters };
      },
      uploaded: (resourceUrl) => {
        const [key = '', filename = ''] = resourceUrl.startsWith(`${url}/`)
          ? resourceUrl.slice(url.length + 1).split('/')
          : [];
        const content = keyPattern.test(key) ? this.#read(store, 'uploads', key) : null;
        return content === null ? null : { content, filename: decodeURIComponent(filename) };
      },
      keep: (id, content) => this.#write(store, 'files', `${id}`, content),
      forget: (id) => rmSync(this.#path(store, 'files', `${id}`), { force: true }),
    };
  }

  /** The content of a store's file; null if there is none. */
  contentOf(store: Store, id: number): Buffer | null {
    return this.#read(store, 'files', `${id}`);
  }

  /** Stores an upload. If it's refused, returns the error code of the platform's storage. */
  async receive(store: Store, form: FormData, now: Date): Promise<string | null> {
    const fields = formSchema.safeParse(Object.fromEntries(form));
    if (!fields.success) return 'MalformedPOSTRequest';
    const { key, policy, signature, file, 'Content-Type': contentType } = fields.data;
    const expected = Buffer.from(this.#sign(store, policy));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return 'SignatureDoesNotMatch';
    }
    const allowed = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64').toString('utf8')));
    if (allowed.expiresAt < now.getTime()) return 'ExpiredToken';
    if (allowed.key !== key || allowed.contentType !== contentType) return 'PolicyConditionFailed';
    this.#write(store, 'uploads', key, Buffer.from(await file.arrayBuffer()));
    return null;
  }

  /** Deletes every file of every store. */
  clear(): void {
    for (const kind of ['uploads', 'files']) {
      rmSync(join(this.#folder, kind), { recursive: true, force: true });
    }
  }

  #sign(store: Store, policy: string): string {
    return createHmac('sha256', this.#secret).update(`${store.domain} ${policy}`).digest('hex');
  }

  #path(store: Store, kind: string, name: string): string {
    return join(this.#folder, kind, store.shop.handle, name);
  }

  #read(store: Store, kind: string, name: string): Buffer | null {
    try {
      return readFileSync(this.#path(store, kind, name));
    } catch {
      return null;
    }
  }

  #write(store: Store, kind: string, name: string, content: Buffer): void {
    mkdirSync(join(this.#folder, kind, store.shop.handle), { recursive: true });
    writeFileSync(this.#path(store, kind, name), content);
  }
}

/** Serves the upload targets of `stagedUploadsCreate`, below /uploads. */
export function createUploadTarget(platform: Platform): Hono<Environment> {
  const target = new Hono<Environment>();
  const tooLarge = bodyLimit({
    maxSize: maximumBytes,
    onError: (context) => context.text('<Error><Code>EntityTooLarge</Code></Error>', 400),
  });
  target.post('/:store', tooLarge, async (context) => {
    const store = platform.storeByHandle(context.req.param('store'));
    if (store === undefined) return context.text('<Error><Code>NoSuchBucket</Code></Error>', 404);
    const call = {
      shop: store.domain,
      names: ['staged_upload'],
      byNameOnly: true,
      answerOwnFault: graphqlFaults(null),
    };
    return await answerCall(platform, call, context, async () => {
      const form = await context.req.formData().catch(() => new FormData());
      const refusal = await platform.uploads.receive(store, form, platform.clock.now());
      if (refusal === null) return context.body(null, 204);
      return context.text(`<Error><Code>${refusal}</Code></Error>`, 403);
    });
  });
  return target;
}

/** Serves the stores' files to anybody, below /files. Serves only images, in which no script can run. */
export function createFiles(platform: Platform): Hono {
  const files = new Hono();
  files.get('/:store/:id/:name', (context) => {
    const store = platform.storeByHandle(context.req.param('store'));
    const file = store?.tables.files.get(Number(context.req.param('id')));
    if (store === undefined || file?.mimeType == null) return context.notFound();
    const content = platform.uploads.contentOf(store, file.id);
    if (content === null || file.filename !== context.req.param('name')) return context.notFound();
    return context.body(new Uint8Array(content), 200, {
      'Content-Type': file.mimeType,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return files;
}
