import { readFileSync } from 'node:fs';
import data from './pictures.json' with { type: 'json' };
import { Random } from './random.ts';

/** A bag of coffee, with placeholders in braces that each picture fills from its name. */
const template = readFileSync(new URL('./picture.svg', import.meta.url), 'utf8');

/** The colours of each palette: backdrop, shade, bag, fold, label and ink. */
const palettes = data.palettes.map((colours) => {
  const [backdrop = '', shade = '', bag = '', fold = '', label = '', ink = ''] = colours
    .split(' ')
    .map((colour) => `#${colour}`);
  return { backdrop, shade, bag, fold, label, ink };
});

/** Splits a title into at most three lines that fit the label. */
function linesOf(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 11)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), lines.slice(2).join(' ')];
}

function titleOf(name: string): string {
  return name
    .split('-')
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}

/** Valid names of pictures: a product's handle, without characters that could break out of the drawing. */
export const pictureName = /^[a-z0-9][a-z0-9-]{0,80}$/;

/** Draws a bag of coffee as SVG from its name alone, so that `house-blend` always looks the same. */
export function drawPicture(name: string): string {
  const random = new Random(`picture ${name}`);
  const palette = random.pick(palettes);
  const motif = random.pick(data.motifs);
  const lines = linesOf(titleOf(name));
  const longest = Math.max(...lines.map((line) => line.length));
  // A bold serif letter is about two thirds as wide as it's high, and the label is 186 wide inside its line.
  const size = Math.min(30, Math.floor(186 / (longest * 0.66)));
  const top = 384 - ((lines.length - 1) * size * 1.15) / 2;
  const text = lines
    .map(
      (line, index) => `<text x="300" y="${(top + index * size * 1.15).toFixed(1)}">${line}</text>`,
    )
    .join('');
  const parts: Record<string, string> = { ...palette, lines: text, size: String(size) };
  return template
    .replace('{motif}', motif)
    .replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}
