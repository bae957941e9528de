// Without schemas, for screens that don't carry these.

/** The largest picture that can be uploaded, in bytes. */
export const maximumPictureBytes = 5 * 1024 * 1024;

/** Why a file can't be uploaded as a picture (the first is the specification's, §5). */
export const pictureTexts = {
  notAnImage: 'File type must be an image',
  missing: 'Please choose an image',
  onlyOne: 'Only one image can be uploaded',
  empty: 'The file is empty',
  unreadable: 'We can’t read this file',
  tooLarge: 'The image can be at most 5 MB',
  otherKind: 'Please choose a PNG, JPEG, GIF or WebP image.',
  broken: 'This image is damaged. Please choose another one.',
} as const;

const bytesOfMegabyte = 1024 * 1024;

/** The same with the size of the file, in bytes. */
export function tooLargeText(size: number): string {
  const megabytes = Math.ceil((10 * size) / bytesOfMegabyte) / 10;
  return `The image is ${megabytes} MB. It can be at most 5 MB.`;
}

/** The images that every browser and mail program shows. SVG is not among them: it may carry scripts. */
export const pictureTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

export type PictureType = keyof typeof pictureTypes;

/** How many leading bytes tell a file's type. */
export const pictureHeadBytes = 32;

/** The first bytes of an image of the type; null stands for any byte. */
const beginnings: ReadonlyArray<readonly [PictureType, ReadonlyArray<number | null>]> = [
  // The signature, then the header's chunk, which must be the first.
  [
    'image/png',
    [...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], ...bytesOf('IHDR')],
  ],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', bytesOf('GIF87a')],
  ['image/gif', bytesOf('GIF89a')],
  ['image/webp', [...bytesOf('RIFF'), null, null, null, null, ...bytesOf('WEBPVP8')]],
];

function bytesOf(text: string): number[] {
  return Array.from(text, (sign) => sign.charCodeAt(0));
}

/** The type of an image by its first bytes, whatever its name says; null for other than {@link pictureTypes}. */
export function pictureTypeOf(head: Uint8Array): PictureType | null {
  const found = beginnings.find(([, beginning]) =>
    beginning.every((byte, index) => byte === null || byte === head[index]),
  );
  return found?.[0] ?? null;
}

/** The same of a file. */
export async function pictureTypeOfFile(file: Blob): Promise<PictureType | null> {
  return pictureTypeOf(new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer()));
}

/**
 * Why a file can't be uploaded as a picture, null where it can. Its bytes decide; what it calls itself tells an image that is too large,
 * or of a kind that not every mail program shows, from what is no image.
 */
export async function pictureRefusalOf(file: Blob): Promise<string | null> {
  const type = await pictureTypeOfFile(file);
  if (type === null && !file.type.startsWith('image/')) return pictureTexts.notAnImage;
  if (file.size > maximumPictureBytes) return tooLargeText(file.size);
  if (type !== null) return null;
  return file.type in pictureTypes ? pictureTexts.notAnImage : pictureTexts.otherKind;
}
