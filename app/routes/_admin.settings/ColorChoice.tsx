import { ColorPicker, hexToRgb, hsbToHex, rgbToHsb } from '@shopify/polaris';
import { useState } from 'react';

type Props = { color: string; onChange: (color: string) => void };

/** Picks a color by eye. Whoever has no pointer types it. */
export function ColorChoice({ color, onChange }: Props) {
  // A grey has no hue, which the picker would forget.
  const [picked, setPicked] = useState(() => rgbToHsb(hexToRgb(color)));
  const shown = hsbToHex(picked) === color ? picked : rgbToHsb(hexToRgb(color));
  return (
    <ColorPicker
      color={shown}
      onChange={(next) => {
        setPicked(next);
        onChange(hsbToHex(next));
      }}
    />
  );
}
