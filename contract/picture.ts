import { z } from 'zod';
import { maximumPictureBytes, pictureTexts, tooLargeText } from './picture-type.ts';

/** Body of POST /upload/picture, a multipart form. What is in the file is checked by the API: a name says nothing. */
export const uploadPictureSchema = z.object({
  file: z
    .file({
      error: ({ input }) => (Array.isArray(input) ? pictureTexts.onlyOne : pictureTexts.missing),
    })
    .min(1, pictureTexts.empty)
    .max(maximumPictureBytes, {
      error: ({ input }) =>
        input instanceof File ? tooLargeText(input.size) : pictureTexts.tooLarge,
    }),
});

/** Answer of POST /upload/picture: where the image lies in the store's files, for anybody to see. */
export const pictureSchema = z.object({ photo: z.url() });

export type Picture = z.infer<typeof pictureSchema>;
