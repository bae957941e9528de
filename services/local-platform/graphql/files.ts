import { z } from 'zod';
import { pictureHeadBytes, pictureTypeOf } from '#contract/picture-type.ts';
import type { StoredFile } from '../store/records.ts';
import { paginateById } from './connection.ts';
import { type Context, rootFields, timestampOf } from './context.ts';
import { globalId, idOf } from './global-id.ts';
import type { UserError } from './user-errors.ts';

const createArguments = z.object({
  files: z.array(
    z.object({
      originalSource: z.string(),
      contentType: z.string().nullish(),
      alt: z.string().nullish(),
      filename: z.string().nullish(),
    }),
  ),
});
const stageArguments = z.object({
  input: z.array(
    z.object({
      filename: z.string(),
      mimeType: z.string(),
      resource: z.string(),
      httpMethod: z.string().nullish(),
    }),
  ),
});
const deleteArguments = z.object({ fileIds: z.array(z.string()) });

const maximumPixels = 20_000_000;

/** The pixels of a PNG; 0 for other types. PNG alone is enough to test the platform's refusal. */
function pixelsOf(mimeType: string | null, content: Buffer): number {
  const isPng = mimeType === 'image/png' && content.length >= 24;
  return isPng ? content.readUInt32BE(16) * content.readUInt32BE(20) : 0;
}

/** The error with which processing the file will end, if any. */
function faultOf(mimeType: string | null, content: Buffer): StoredFile['fault'] {
  if (mimeType === null) {
    return { code: 'UNSUPPORTED_IMAGE_FILE_TYPE', message: 'Unsupported image type.' };
  }
  if (pixelsOf(mimeType, content) > maximumPixels) {
    return { code: 'INVALID_IMAGE_RESOLUTION', message: 'Image exceeds 20 megapixel limit.' };
  }
  return null;
}

function createFiles(args: unknown, context: Context) {
  const inputs = createArguments.parse(args).files.map((input) => ({
    ...input,
    source: context.files.uploaded(input.originalSource),
  }));
  const userErrors = inputs.flatMap(({ source, contentType }, index): UserError[] => {
    const at = (field: string) => ['files', `${index}`, field];
    if (contentType != null && contentType !== 'IMAGE') {
      const message = 'Only images are kept here';
      return [{ field: at('contentType'), message, code: 'INVALID' }];
    }
    if (source !== null) return [];
    const message = 'Image URL is invalid';
    return [{ field: at('originalSource'), message, code: 'INVALID_IMAGE_SOURCE_URL' }];
  });
  if (userErrors.length > 0) return { files: null, userErrors };
  const now = context.now();
  const made = context.store.transact((transaction) =>
    inputs.flatMap(({ source, alt, filename }) => {
      if (source === null) return [];
      const id = transaction.newId();
      const mimeType = pictureTypeOf(source.content.subarray(0, pictureHeadBytes));
      const file: StoredFile = {
        id,
        filename: filename ?? source.filename,
        alt: alt ?? '',
        mimeType,
        fault: faultOf(mimeType, source.content),
        readyAt: now.getTime() + context.processingMilliseconds,
        createdAt: timestampOf(now),
        updatedAt: timestampOf(now),
      };
      context.files.keep(id, source.content);
      transaction.put('files', file);
      return [file];
    }),
  );
  return { files: made.map(asMedia), userErrors };
}

/** Answers the interface `File`; every local file is an image. */
function asMedia(file: StoredFile) {
  return { __typename: 'MediaImage', ...file };
}

function statusOf({ readyAt, fault }: StoredFile, { now }: Context) {
  if (now().getTime() < readyAt) return 'PROCESSING';
  return fault === null ? 'READY' : 'FAILED';
}

function stageUploads(args: unknown, context: Context) {
  const { input } = stageArguments.parse(args);
  const userErrors = input.flatMap(({ resource, httpMethod }, index) => {
    const isTaken = resource === 'IMAGE' && httpMethod === 'POST';
    const message = 'The local platform takes images by POST only';
    return isTaken ? [] : [{ field: ['input', `${index}`], message }];
  });
  if (userErrors.length > 0) return { stagedTargets: null, userErrors };
  return {
    userErrors,
    stagedTargets: input.map((wanted) => {
      const { parameters, ...target } = context.files.stage(wanted);
      const pairs = Object.entries(parameters).map(([name, value]) => ({ name, value }));
      return { ...target, parameters: pairs };
    }),
  };
}

function deleteFiles(args: unknown, { store, files: contents }: Context) {
  const { fileIds } = deleteArguments.parse(args);
  const found = fileIds.map((id) => store.tables.files.get(idOf('MediaImage', id)));
  const userErrors = found.flatMap((file): UserError[] => {
    if (file !== undefined) return [];
    return [{ field: ['fileIds'], message: 'File does not exist.', code: 'FILE_DOES_NOT_EXIST' }];
  });
  if (userErrors.length > 0) return { deletedFileIds: null, userErrors };
  store.transact((transaction) => {
    for (const file of found) if (file !== undefined) transaction.remove('files', file.id);
  });
  for (const file of found) if (file !== undefined) contents.forget(file.id);
  return { deletedFileIds: fileIds, userErrors };
}

/** A file of the store, or a product's picture, which is always ready. */
type Media = StoredFile | { image: unknown };
const isFile = (media: Media): media is StoredFile => 'readyAt' in media;

export const fileResolvers = {
  QueryRoot: rootFields(['read_files'], {
    files: (args, { store }) => {
      const page = paginateById(args, store.tables.files.all());
      return { ...page, nodes: page.nodes.map(asMedia) };
    },
  }),
  MediaImage: {
    id: (media: Media & { id: unknown }) =>
      isFile(media) ? globalId('MediaImage', media.id) : media.id,
    fileStatus: (media: Media, _: unknown, context: Context) =>
      isFile(media) ? statusOf(media, context) : 'READY',
    fileErrors: (media: Media, _: unknown, context: Context) =>
      isFile(media) && media.fault !== null && statusOf(media, context) === 'FAILED'
        ? [{ ...media.fault, details: null }]
        : [],
    preview: (media: Media & { preview?: unknown }) => (isFile(media) ? null : media.preview),
    image: (media: Media, _: unknown, context: Context) => {
      if (!isFile(media)) return media.image;
      if (statusOf(media, context) !== 'READY') return null;
      const { handle } = context.store.shop;
      const url = `${context.filesUrl}/${handle}/${media.id}/${encodeURIComponent(media.filename)}`;
      return { id: globalId('ImageSource', media.id), url, originalSrc: url };
    },
  },
  Mutation: {
    ...rootFields([], { stagedUploadsCreate: stageUploads }),
    ...rootFields(['write_files'], { fileCreate: createFiles, fileDelete: deleteFiles }),
  },
};
