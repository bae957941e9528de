import type { Server } from 'node:http';

/** Room for 1,000 ids in an address, which the Referer repeats. Node's default is 16 KiB. */
export const longAddresses = { maxHeaderSize: 64 * 1024 };

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>You chose too many at once</title>
<body style="font-family: sans-serif; margin: 2rem; max-width: 40rem">
<h1>You chose too many at once</h1>
<p>This page’s address is too long to open. Go back and choose up to 1,000. To send more orders, open Order sync in the app and send everything that’s ready to ship.</p>
</body>
</html>
`;

const answers = {
  long: ['431 Request Header Fields Too Large', page],
  slow: ['408 Request Timeout', ''],
  other: ['400 Bad Request', ''],
} as const;

/** Answers a too long address with a page that explains it; Node's own answer is empty. */
export function answerLongAddresses(server: Pick<Server, 'on'>): void {
  server.on('clientError', (error, socket) => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const kinds: Record<string, keyof typeof answers> = {
      HPE_HEADER_OVERFLOW: 'long',
      ERR_HTTP_REQUEST_TIMEOUT: 'slow',
    };
    const [status, body] = answers[kinds[String(code)] ?? 'other'];
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
