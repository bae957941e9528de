const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A name as it stands in an English sentence: one that runs from right to left doesn't turn the words around it, nor does one that
 * carries marks for doing so.
 */
export function bidiIsolate(name: string): string {
  const plain = name.replaceAll(directions, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
