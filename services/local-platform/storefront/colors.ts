/** The contrast of two colours such as `#0632c2`, from 1 to 21 (WCAG 2.1); 1 if one of them has another form. */
export function contrastOf(color: string, other: string): number {
  const [dark = 0, light = 0] = [color, other].map(luminanceOf).sort((left, right) => left - right);
  return Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
}

function luminanceOf(color: string): number {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
