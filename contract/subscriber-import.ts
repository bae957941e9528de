import { z } from 'zod';
import { importFileTexts, maximumImportBytes } from './subscriber-import-names.ts';

/** Body of POST /subscription/import, a multipart form. The API checks the content, whatever the name says. */
export const importSubscribersSchema = z.object({
  file: z
    .file({
      error: ({ input }) =>
        Array.isArray(input) ? importFileTexts.onlyOne : importFileTexts.missing,
    })
    .min(1, importFileTexts.empty)
    .max(maximumImportBytes, importFileTexts.tooLarge),
});
