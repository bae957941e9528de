import { Link } from '@remix-run/react';
import type { LinkLikeComponentProps } from '@shopify/polaris/build/ts/src/utilities/link/types';
import { forwardRef } from 'react';
import { DialogLink } from './DialogLink.tsx';

const outside = /^(?:[a-z][a-z\d+\-.]*:|\/\/)/i;

/**
 * Polaris' links go through the app's own navigation; `#…` opens a dialog, and outside addresses open in a window of
 * their own.
 */
export const PolarisLink = forwardRef<HTMLAnchorElement, LinkLikeComponentProps>(
  function PolarisLink({ url, external, target, ...rest }, ref) {
    if (external || outside.test(url)) {
      const opensWindow = external || target === '_blank';
      return (
        <a
          ref={ref}
          href={url}
          target={opensWindow ? '_blank' : target}
          rel={opensWindow ? 'noopener noreferrer' : undefined}
          {...rest}
        />
      );
    }
    if (url.startsWith('#')) return <DialogLink ref={ref} url={url} {...rest} />;
    return <Link ref={ref} to={url} {...rest} />;
  },
);
