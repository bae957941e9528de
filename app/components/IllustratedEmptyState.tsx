import { EmptyState, type EmptyStateProps } from '@shopify/polaris';
import { useEffect, useState } from 'react';

const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Polaris' empty state fades its picture in when the browser says that it is loaded. In a document from the server
 * that happens before anybody listens, and the picture would stay invisible: it is given only once somebody does.
 */
export function IllustratedEmptyState({ image, ...rest }: EmptyStateProps & { image: string }) {
  const [listening, setListening] = useState(false);
  useEffect(() => setListening(true), []);
  return <EmptyState {...rest} image={listening ? image : nothing} />;
}
