import { z } from 'zod';
import type { Theme } from '../store/records.ts';
import { mainTheme } from '../theme/main-theme.ts';
import { pageArguments, paginate, paginateById } from './connection.ts';
import { rootFields, timestampOf } from './context.ts';
import { globalId } from './global-id.ts';

const themesArguments = pageArguments.extend({
  names: z.array(z.string()).nullish(),
  roles: z.array(z.string()).nullish(),
});
const filesArguments = z.object({
  filenames: z.array(z.string()).nullish(),
  first: z.number().nullish(),
  after: z.string().nullish(),
});

/** `*` in a file name stands for any characters. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}

function filesOf(theme: Theme, args: unknown) {
  const { filenames, first, after } = filesArguments.parse(args);
  const files = Object.entries(theme.files)
    .filter(([name]) => filenames == null || filenames.some((pattern) => matches(pattern, name)))
    .map(([filename, content], index) => ({
      filename,
      body: { __typename: 'OnlineStoreThemeFileBodyText', content },
      contentType: filename.endsWith('.json') ? 'application/json' : 'application/x-liquid',
      size: Buffer.byteLength(content),
      createdAt: theme.createdAt,
      updatedAt: theme.updatedAt,
      index,
    }));
  const page = paginate({ first: first ?? 50, after }, files, ({ index }) => [index, index]);
  return { ...page, userErrors: [] };
}

export const themeResolvers = {
  QueryRoot: rootFields(['read_themes'], {
    themes: (args, { store, now }) => {
      const { names, roles, ...page } = themesArguments.parse(args);
      const theme = mainTheme(store, timestampOf(now()));
      const isWanted =
        (roles == null || roles.includes(theme.role)) &&
        (names == null || names.includes(theme.name));
      return paginateById(page, isWanted ? [theme] : []);
    },
  }),
  OnlineStoreTheme: {
    id: (theme: Theme) => globalId('OnlineStoreTheme', theme.id),
    files: filesOf,
  },
};
