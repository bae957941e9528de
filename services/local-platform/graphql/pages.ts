import { z } from 'zod';
import type { Page } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { type Context, rootFields, timestampOf } from './context.ts';
import { globalId, idIn } from './global-id.ts';
import { by, Listing } from './listing.ts';
import type { UserError } from './user-errors.ts';

const text = z.string().nullish();
const pageInput = z.object({
  title: text,
  handle: text,
  body: text,
  isPublished: z.boolean().nullish(),
  templateSuffix: text,
  metafields: z
    .array(
      z.object({ namespace: z.string(), key: z.string(), type: z.string(), value: z.string() }),
    )
    .nullish(),
});
const createArguments = z.object({ page: pageInput });
const metafieldArguments = z.object({ namespace: z.string().nullish(), key: z.string() });

const mayRead = [['read_content', 'read_online_store_pages']];
const mayWrite = [['write_content', 'write_online_store_pages']];

const pages = new Listing<Page>({
  from: ['pages'],
  all: (store) => store.tables.pages.all(),
  keys: {
    TITLE: (page) => page.title.toLowerCase(),
    UPDATED_AT: (page) => page.updatedAt,
  },
  texts: (page) => [page.title],
  terms: {
    title: by.text((page) => page.title),
    handle: by.oneOf((page) => page.handle),
    id: by.id((page) => page.id),
    updated_at: by.time((page) => page.updatedAt),
  },
});

/** Lower case, with hyphens for characters that can't be in an address. */
export function handleOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function freeHandle(store: Store, wanted: string): string {
  const taken = new Set(store.tables.pages.all().map((page) => page.handle));
  for (let number = 0; ; number += 1) {
    const handle = number === 0 ? wanted : `${wanted}-${number}`;
    if (!taken.has(handle)) return handle;
  }
}

function checkPage(store: Store, title: string, handle: string): UserError[] {
  const errors: UserError[] = [];
  if (title.trim() === '') {
    errors.push({ field: ['page', 'title'], message: "Title can't be blank", code: 'BLANK' });
  } else if (title.length > 255) {
    errors.push({
      field: ['page', 'title'],
      message: 'Title is too long (maximum is 255 characters)',
      code: 'TOO_LONG',
    });
  }
  if (store.tables.pages.all().some((other) => other.handle === handle)) {
    errors.push({
      field: ['page', 'handle'],
      message: 'Handle has already been taken',
      code: 'TAKEN',
    });
  }
  return errors;
}

function createPage(args: unknown, context: Context) {
  const { page: input } = createArguments.parse(args);
  const { store } = context;
  const now = timestampOf(context.now());
  const title = input.title ?? '';
  const handle = input.handle ?? freeHandle(store, handleOf(title));
  const userErrors = checkPage(store, title, handle);
  if (userErrors.length > 0) return { page: null, userErrors };
  const page = store.transact((transaction) => {
    const created: Page = {
      id: transaction.newId(),
      title,
      handle,
      body: input.body ?? '',
      isPublished: input.isPublished ?? true,
      templateSuffix: input.templateSuffix ?? null,
      metafields: (input.metafields ?? []).map((metafield) => ({
        id: transaction.newId(),
        ...metafield,
      })),
      createdAt: now,
      updatedAt: now,
    };
    transaction.put('pages', created);
    return created;
  });
  return { page, userErrors };
}

const pageMissing: UserError = {
  field: ['id'],
  message: 'Page does not exist',
  code: 'NOT_FOUND',
};

export const pageResolvers = {
  QueryRoot: rootFields(mayRead, {
    page: (args, { store }) => store.tables.pages.get(idIn('Page', args)),
    pages: (args, { store }) => pages.page(store, args),
  }),
  Page: {
    id: (page: Page) => globalId('Page', page.id),
    metafield: (page: Page, args: unknown) => {
      const { namespace, key } = metafieldArguments.parse(args);
      return page.metafields.find((one) => one.namespace === namespace && one.key === key) ?? null;
    },
  },
  Mutation: rootFields(mayWrite, {
    pageCreate: createPage,
    pageDelete: (args, { store }) => {
      const known = store.tables.pages.get(idIn('Page', args));
      if (known === undefined) return { deletedPageId: null, userErrors: [pageMissing] };
      store.transact((transaction) => transaction.remove('pages', known.id));
      return { deletedPageId: globalId('Page', known.id), userErrors: [] };
    },
  }),
};
