import { readFileSync } from 'node:fs';
import data from './pictures.json' with { type: 'json' };
import { Random } from './random.ts';

/** A bag of coffee; what stands in braces comes from the picture's name. */
const template = readFileSync(new URL('./picture.svg', import.meta.url), 'utf8');

/** Backdrop, shade, bag, fold, label and ink of each. */
const palettes = data.palettes.map((colours) => {
  const [backdrop = '', shade = '', bag = '', fold = '', label = '', ink = ''] = colours
    .split(' ')
    .map((colour) => `#${colour}`);
  return { backdrop, shade, bag, fold, label, ink };
});

/** The words of a title in at most three lines that fit the label. */
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

/** What names a picture may have: a product's handle, and nothing that could break out of the drawing. */
export const pictureName = /^[a-z0-9][a-z0-9-]{0,80}$/;

/** Draws a bag of coffee, as SVG, from nothing but its name: `house-blend` always looks the same. */
export function drawPicture(name: string): string {
  const random = new Random(`picture ${name}`);
  const palette = random.pick(palettes);
  const motif = random.pick(data.motifs);
  const lines = linesOf(titleOf(name));
  const longest = Math.max(...lines.map((line) => line.length));
  // A bold serif letter is about two thirds as wide as it is high; the label is 186 wide inside its line.
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
