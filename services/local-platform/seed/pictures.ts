import { readFileSync } from 'node:fs';
import { Random } from './random.ts';

/** A bag of coffee; what stands in braces comes from the picture's name. */
const template = readFileSync(new URL('./picture.svg', import.meta.url), 'utf8');

/** Backdrop, shade, bag, fold, label and ink of each. */
const palettes = [
  'f3e7d8 e4cfb4 b4532a 8f3f1e fff6ea 4a2412',
  'dfeae4 c3d8cd 2f6f5e 22544a f4fbf6 16382f',
  'e2e6f3 c8cfe6 39508f 2a3c6e f5f7ff 1d2a52',
  'f6dfe0 eac4c6 a63d57 812c43 fff4f4 521a2a',
  'f6ecd0 ead9a6 c58a1d 9a6b14 fffaea 553a07',
  'e6e3de d0cbc3 3d3833 292521 f7f3ec 2b2622',
  'dcebef bed9e1 257a8d 1a5d6c f1fbfd 0f3a44',
  'ece2f1 d8c6e2 70458f 55336f fbf5ff 37204a',
  'eaecd6 d5d9b2 76803a 596129 fbfcef 363b16',
  'f6e3d3 ebc9ae d0703f a9562d fff7f0 5a2b12',
].map((colours) => {
  const [backdrop = '', shade = '', bag = '', fold = '', label = '', ink = ''] = colours
    .split(' ')
    .map((colour) => `#${colour}`);
  return { backdrop, shade, bag, fold, label, ink };
});

type Palette = (typeof palettes)[number];

const beans = ({ ink }: Palette) =>
  [
    [-34, 6, -28],
    [0, -10, 14],
    [34, 8, 38],
  ]
    .map(
      ([x, y, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="15" ry="22" fill="${ink}"/><path d="M0-20C7-9-7 8 0 20" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3"/></g>`,
    )
    .join('');
const mountains = ({ ink, bag }: Palette) =>
  `<path d="M-62 26-22-26 2 2 20-20 62 26Z" fill="${ink}"/><path d="M-62 26-30-2-6 26Z" fill="${bag}"/><circle cx="38" cy="-22" r="9" fill="${bag}"/>`;
const sun = ({ bag, ink }: Palette) =>
  `<circle r="20" fill="${bag}"/>${Array.from({ length: 12 }, (_, index) => `<path d="M0-28V-38" stroke="${ink}" stroke-width="4" stroke-linecap="round" transform="rotate(${index * 30})"/>`).join('')}`;
const leaves = ({ bag, ink }: Palette) =>
  `<path d="M0 32V-14" stroke="${ink}" stroke-width="4" stroke-linecap="round"/><path d="M0 12C-34 12-44-10-46-26-20-26-2-12 0 12Z" fill="${bag}"/><path d="M0 0C34 0 44-22 46-38 20-38 2-24 0 0Z" fill="${ink}"/>`;
const cup = ({ bag, ink }: Palette) =>
  `<path d="M-36-8H30V10C30 28 14 34-3 34S-36 28-36 10Z" fill="${bag}"/><path d="M30-4H42C52-4 52 18 42 18H28" fill="none" stroke="${bag}" stroke-width="7"/><path d="M-18-18C-26-28-10-30-18-40M4-18C-4-28 12-30 4-40" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`;
const waves = ({ bag, ink }: Palette) =>
  [-18, 0, 18]
    .map(
      (y, index) =>
        `<path d="M-54 ${y}C-40 ${y - 16}-26 ${y + 16}-10 ${y}S20 ${y - 16} 34 ${y} 48 ${y + 8} 54 ${y}" fill="none" stroke="${index === 1 ? bag : ink}" stroke-width="7" stroke-linecap="round"/>`,
    )
    .join('');

const motifs = [beans, mountains, sun, leaves, cup, waves] as const;

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
  const motif = random.pick(motifs);
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
  const parts: Record<string, string> = {
    ...palette,
    motif: motif(palette),
    lines: text,
    size: String(size),
  };
  return template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}
