import { errorTexts } from '#contract/error-texts.ts';

/** How the subscription API goes wrong. */
export type Misbehaviour =
  | { kind: 'answer'; status: number; body: string; headers?: Record<string, string> }
  /** Ends every connection before a word. */
  | { kind: 'down' }
  /** Answers later than the app waits. */
  | { kind: 'slow' }
  /** Ends the connection in the middle of the answer. */
  | { kind: 'reset' };

export type Fault = {
  name: string;
  misbehaviour: Misbehaviour;
  /** The status that the browser gets. */
  status: number;
  /** The message to the merchant. */
  message: string;
  /** Whether the merchant is sent out to grant what is missing. */
  leaves?: true;
  /** How often the app asks where it only reads; what changes something it asks for once, whatever comes of it. */
  tries: 1 | 4;
  /** The API answers with a good status and nothing that its contract knows. */
  isNonsense?: true;
};

const { serverError, somethingWentWrong, authorizeRequest, updateRequired, tooManyRequests } =
  errorTexts;

/** The upstream's own error page, none of which may appear in our answers. */
export const upstreamPage = '<html><h1>nginx/1.25 upstream</h1><script>alert(1)</script></html>';
/** The address where the merchant grants a missing permission. */
export const grantAddress = 'https://admin.example/oauth/authorize?scope=read_products';

const html = { 'Content-Type': 'text/html' };
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  kind: 'answer' as const,
  status,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
});

/** Every fault that is tried on every screen and form. */
export const faults: readonly Fault[] = [
  {
    name: 'API down',
    misbehaviour: { kind: 'down' },
    status: 502,
    message: serverError,
    tries: 4,
  },
  {
    name: '30 s slow',
    misbehaviour: { kind: 'slow' },
    status: 502,
    message: serverError,
    tries: 1,
  },
  {
    name: '500 with JSON',
    misbehaviour: answer(500, { message: 'The kettle is empty.' }),
    status: 500,
    message: 'The kettle is empty.',
    tries: 4,
  },
  {
    name: '500 with HTML',
    misbehaviour: { kind: 'answer', status: 500, body: upstreamPage, headers: html },
    status: 500,
    message: serverError,
    tries: 4,
  },
  {
    name: '502',
    misbehaviour: { kind: 'answer', status: 502, body: upstreamPage, headers: html },
    status: 502,
    message: serverError,
    tries: 4,
  },
  {
    name: 'invalid JSON',
    misbehaviour: { kind: 'answer', status: 200, body: '{"vendor": <h1>nginx' },
    status: 502,
    message: serverError,
    isNonsense: true,
    tries: 1,
  },
  {
    name: 'JSON of another shape',
    misbehaviour: answer(200, ['nginx']),
    status: 502,
    message: serverError,
    isNonsense: true,
    tries: 1,
  },
  {
    name: '401 plain',
    misbehaviour: { kind: 'answer', status: 401, body: '' },
    status: 401,
    message: somethingWentWrong,
    tries: 1,
  },
  {
    name: '401 with details.url',
    misbehaviour: answer(401, { message: 'nginx', details: { url: grantAddress } }),
    status: 401,
    message: updateRequired,
    leaves: true,
    tries: 1,
  },
  {
    name: '429',
    misbehaviour: { kind: 'answer', status: 429, body: '', headers: { 'Retry-After': '17' } },
    status: 429,
    message: tooManyRequests,
    tries: 1,
  },
  {
    name: 'reset in mid-answer',
    misbehaviour: { kind: 'reset' },
    status: 502,
    message: serverError,
    tries: 4,
  },
  {
    // What the API makes of it: services/subscription-api/platform/deadline.test.ts.
    name: 'platform throttled',
    misbehaviour: answer(429, { message: tooManyRequests }, { 'Retry-After': '3' }),
    status: 429,
    message: tooManyRequests,
    tries: 1,
  },
  {
    // services/subscription-api/platform/platform-access.test.ts.
    name: 'platform token revoked',
    misbehaviour: answer(401, { message: authorizeRequest }),
    status: 401,
    message: authorizeRequest,
    tries: 1,
  },
  ...(
    [
      ['store frozen', 402, errorTexts.shopFrozen],
      ['store closed to the app', 423, errorTexts.shopForbidden],
      ['store gone', 410, errorTexts.shopGone],
      ['store locked', 423, errorTexts.shopLocked],
    ] as const
  ).map(
    // services/subscription-api/platform/platform-access.test.ts.
    ([name, status, message]): Fault => ({
      name,
      misbehaviour: answer(status, { message }),
      status,
      message,
      tries: 1,
    }),
  ),
  {
    // server/concurrency-limiter.ts, where the API runs alone.
    name: 'too much at once',
    misbehaviour: answer(503, { message: tooManyRequests }, { 'Retry-After': '2' }),
    status: 503,
    message: tooManyRequests,
    tries: 4,
  },
];
