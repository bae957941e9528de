import { Banner, Button } from '@shopify/polaris';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMagicLink } from './use-magic-link.ts';

type Props = {
  /** What the link is for, to those who only hear the button. */
  title: string;
  /** Of the vendor portal. */
  path: string;
  /** On the button that leads there. */
  destination: string;
  children?: ReactNode;
};

/** Gets a link that opens once and not for long, then gives way to it; a failure stands above what it is for. */
export function MagicLink({ title, path, destination, children }: Props) {
  const { url, ask, drop, isAsking, failure } = useMagicLink(path);

  // Each of the two buttons takes the keyboard from the other, which is gone.
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(url);
  const isPressed = useRef(false);
  useEffect(() => {
    if (shown.current === url) return;
    shown.current = url;
    const { activeElement, body } = document;
    // Whoever has gone on elsewhere meanwhile stays there.
    if (!isPressed.current || (activeElement !== null && activeElement !== body)) return;
    isPressed.current = false;
    place.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [url]);

  return (
    <>
      {failure === undefined ? null : <Banner tone="critical" title={failure} />}
      {children}
      <div ref={place}>
        {url === undefined ? (
          <Button
            loading={isAsking}
            accessibilityLabel={`Get link: ${title}`}
            onClick={() => {
              isPressed.current = true;
              void ask();
            }}
          >
            Get link
          </Button>
        ) : (
          // It opens once: followed, it has done its work.
          <Button
            variant="primary"
            url={url}
            external
            onClick={() => {
              isPressed.current = true;
              drop();
            }}
          >
            {destination}
          </Button>
        )}
      </div>
    </>
  );
}
