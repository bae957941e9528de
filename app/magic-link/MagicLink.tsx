import { Banner, Button } from '@shopify/polaris';
import { type ReactNode, useRef } from 'react';
import { useFocusAfterPress } from '../forms/use-focus-return.ts';
import { useMagicLink } from './use-magic-link.ts';

type Props = {
  /** The link's purpose, for screen readers. */
  title: string;
  /** A path of the vendor portal. */
  path: string;
  /** On the button that leads there. */
  destination: string;
  children?: ReactNode;
};

/** Gets a link that opens once and not for long, then gives way to it; a failure stands above what it is for. */
export function MagicLink({ title, path, destination, children }: Props) {
  const { url, ask, drop, isAsking, failure } = useMagicLink(path);

  // Each of the two buttons takes the focus when it replaces the other, also by itself once the link is over.
  const place = useRef<HTMLDivElement>(null);
  const markPressed = useFocusAfterPress(url, () =>
    place.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true }),
  );

  return (
    <>
      {failure === undefined ? null : <Banner tone="critical" title={failure} />}
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of the focus of the button within */}
      <div ref={place} onFocus={markPressed}>
        {url === undefined ? (
          <Button
            loading={isAsking}
            accessibilityLabel={`Get link: ${title}`}
            onClick={() => void ask()}
          >
            Get link
          </Button>
        ) : (
          // It opens once: followed, it has done its work.
          <Button variant="primary" url={url} external onClick={drop}>
            {destination}
          </Button>
        )}
      </div>
    </>
  );
}
