import { pictureRefusalOf, pictureTexts } from '#contract/picture-type.ts';

/** A file that may be uploaded, and a `data:` address that shows it. */
export type ChosenPicture = { file: File; source: string };

/** Looks at what the merchant chose, as the API will: what is in it counts, not its name. */
export async function choosePicture(
  files: readonly File[],
): Promise<ChosenPicture | { refusal: string }> {
  const [file] = files;
  if (file === undefined) return { refusal: pictureTexts.missing };
  if (files.length > 1) return { refusal: pictureTexts.onlyOne };
  if (file.size === 0) return { refusal: pictureTexts.empty };
  try {
    const refusal = await pictureRefusalOf(file);
    if (refusal !== null) return { refusal };
    return { file, source: await dataAddressOf(file) };
  } catch {
    // It was moved or deleted since, or is a folder.
    return { refusal: pictureTexts.unreadable };
  }
}

function dataAddressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
