import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';

// In one piece, as the project's, so that the way of sending doesn't count.

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const page = renderToString(<RemixServer context={context} url={request.url} />);
  return new Response(`<!DOCTYPE html>${page}`, { headers, status });
}
