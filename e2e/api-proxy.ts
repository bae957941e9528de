import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { apiPrefix } from '#contract/endpoints.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How the proxy answers a request by itself. */
export type Override =
  /** The proxy sends a string as it is, and anything else as JSON. */
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'disconnect'
  /** Forwards the request, then closes the connection instead of answering. */
  | 'lose the answer'
  | 'hang';

export type ReceivedRequest = {
  method: string;
  /** The path below the contract's prefix, with the query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** A proxy in front of the subscription API that lets a test fake any answer. */
export type ApiProxy = {
  readonly url: string;
  /** All requests since the last {@link ApiProxy.reset}, overridden ones too. */
  readonly requests: readonly ReceivedRequest[];
  /**
   * Overrides requests of a method to a path below the contract's prefix (without the query), until reset or `times` times. The
   * newest fitting rule wins.
   */
  override(
    method: Method,
    path: string | RegExp,
    override: Override,
    options?: { times?: number },
  ): void;
  /**
   * Holds requests until the returned function is called, then forwards them. Doesn't hold the first `passing` requests.
   */
  hold(method: Method, path: string | RegExp, options?: { passing?: number }): () => void;
  reset(): void;
  close(): Promise<void>;
};

type Rule = {
  method: Method;
  path: string | RegExp;
  left: number;
  act: (pass: () => Promise<Response>, response: ServerResponse) => Promise<void>;
};

/**
 * Starts a proxy on a free port.
 * @param target origin of the subscription API
 */
export async function startApiProxy(target: string): Promise<ApiProxy> {
  let rules: Rule[] = [];
  let requests: ReceivedRequest[] = [];
  let releases: Array<() => void> = [];

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', target);
    const path = url.pathname.startsWith(apiPrefix)
      ? url.pathname.slice(apiPrefix.length)
      : url.pathname;
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    requests.push({ method, path: path + url.search, headers: request.headers, body });
    const pass = () => forward(url, method, request, body);
    const rule = rules.find(
      (candidate) =>
        candidate.method === method && candidate.left > 0 && fits(candidate.path, path),
    );
    if (!rule) return send(response, await pass());
    rule.left -= 1;
    await rule.act(pass, response);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  const reset = () => {
    rules = [];
    requests = [];
    for (const release of releases) release();
    releases = [];
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get requests() {
      return requests;
    },
    override(method, path, override, { times = Number.POSITIVE_INFINITY } = {}) {
      rules.unshift({ method, path, left: times, act: actionOf(override) });
    },
    hold(method, path, { passing = 0 } = {}) {
      let free = passing;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      releases.push(release);
      rules.unshift({
        method,
        path,
        left: Number.POSITIVE_INFINITY,
        act: async (pass, response) => {
          free -= 1;
          if (free < 0) await released;
          await send(response, await pass());
        },
      });
      return release;
    },
    reset,
    async close() {
      reset();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function actionOf(override: Override): Rule['act'] {
  if (override === 'disconnect') {
    return async (_pass, response) => {
      response.destroy();
    };
  }
  if (override === 'lose the answer') {
    return async (pass, response) => {
      await pass();
      response.destroy();
    };
  }
  // The connection stays open until the app gives up or the proxy closes.
  if (override === 'hang') return async () => {};
  const { status, body = '', headers = {} } = override;
  return async (_pass, response) => {
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...headers,
    });
    response.end(isText ? body : JSON.stringify(body));
  };
}

function fits(wanted: string | RegExp, path: string) {
  return typeof wanted === 'string' ? wanted === path : wanted.test(path);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Headers that belong to one connection and not to the message. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'];

async function forward(url: URL, method: string, request: IncomingMessage, body: string) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || hopByHop.includes(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return fetch(url, { method, headers, ...(body !== '' && { body }), redirect: 'manual' });
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  // fetch has already decoded the body.
  const dropped = [...hopByHop, 'content-encoding'];
  const headers = [...answer.headers].filter(([name]) => !dropped.includes(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
