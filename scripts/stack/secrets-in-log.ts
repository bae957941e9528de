/** No log may contain tokens or customers' addresses. */
const shapes: ReadonlyArray<readonly [what: string, shape: RegExp]> = [
  ['an address with id_token', /id_token=/],
  ['a session token', /eyJ[\w-]{10,}/],
  ['an access token', /\bshp[a-z]{2,4}_\w{6,}/],
  ['a header with a token', /\b(?:Bearer|Basic) [\w+/=.-]{8,}/],
  ['the address of a customer', /@customers\.example/],
];

/** The secrets found in a log, each with its first line. `known` adds exact secrets by their names. */
export function secretsIn(log: string, known: Readonly<Record<string, string>> = {}): string[] {
  const lines = log.split('\n');
  const exact = Object.entries(known).map(
    ([what, secret]) => [what, (line: string) => line.includes(secret)] as const,
  );
  const shaped = shapes.map(([what, shape]) => [what, (line: string) => shape.test(line)] as const);
  return [...exact, ...shaped].flatMap(([what, isIn]) => {
    const line = lines.find(isIn);
    return line === undefined ? [] : [`${what}: ${line.slice(0, 300)}`];
  });
}
