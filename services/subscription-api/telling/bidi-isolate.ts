const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Makes a name safe within an English sentence: neither a right-to-left name nor direction marks in it reorder the words around it. */
export function bidiIsolate(name: string): string {
  const plain = name.replaceAll(directions, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
