import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { firstCrack } from '#services/subscription-api/testing/service-in-test.ts';
import type { AppInTest, AppRoute } from './app-in-test.ts';
import { dataAddress, portalCookiesOf, tokenOf } from './app-requests.ts';
import { nearly, poison } from './arbitrary.ts';
import {
  type Answered,
  expectHarmless,
  expectInTime,
  inputs,
  inTime,
  isNightly,
  seed,
  timed,
} from './harmless.ts';
import { jsonSchemaOf } from './json-schema.ts';

type Posted = { body: string | URLSearchParams | FormData; contentType?: string };

/** A value as the fields of a form, by the names that Conform reads. */
function fieldsOf(value: unknown, name = ''): Array<[string, string]> {
  if (name.length > 400) return [];
  if (Array.isArray(value)) {
    return value.slice(0, 200).flatMap((inner, index) => fieldsOf(inner, `${name}[${index}]`));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .slice(0, 200)
      .flatMap(([key, inner]) => fieldsOf(inner, name === '' ? key : `${name}.${key}`));
  }
  return value === undefined ? [] : [[name, String(value)]];
}

/** Names of fields that mean something to whoever makes objects of them. */
const oddNames = fc.constantFrom(
  ...[
    '__proto__',
    '__proto__.polluted',
    'constructor.prototype.polluted',
    'a[',
    'a]',
    'a[-1]',
    'a[1e9]',
    '[0]',
    '.',
    '',
  ],
  ...[
    'recurringPolicies[4294967294].interval',
    'recurringPolicies[100000].interval',
    'name.deep',
    'name[0]',
    'settings[][]',
  ],
  ...[
    '__intent__',
    '__state__',
    'intent',
    'idempotencyKey',
    `${'a.'.repeat(2000)}b`,
    'a'.repeat(20_000),
  ],
);

function forms(intent: string, schema: z.ZodType | undefined): fc.Arbitrary<Posted> {
  const values = schema === undefined ? poison : nearly(jsonSchemaOf(schema), []);
  const odd = fc.array(fc.tuple(oddNames, poison), { maxLength: 2 });
  return fc
    .record({ value: values, odd, key: fc.option(fc.uuid()), isMultipart: fc.boolean() })
    .map(({ value, odd, key, isMultipart }) => {
      const body = isMultipart ? new FormData() : new URLSearchParams();
      body.append('intent', intent);
      if (key !== null) body.append('idempotencyKey', key);
      for (const [name, text] of fieldsOf(value)) body.append(name, text);
      for (const [name, inner] of odd)
        body.append(name, String(JSON.stringify(inner)).slice(0, 2000));
      return { body, [fc.toStringMethod]: () => JSON.stringify([...body.entries()]) };
    });
}

function jsonBodies(schema: z.ZodType | undefined): fc.Arbitrary<Posted> {
  const values = schema === undefined ? poison : nearly(jsonSchemaOf(schema), []);
  const raw = fc.constantFrom(
    '',
    '{',
    'null',
    '['.repeat(50_000),
    '{"__proto__":{"polluted":true}}',
  );
  return fc
    .oneof({ weight: 6, arbitrary: values.map((value) => JSON.stringify(value)) }, raw)
    .map((body) => ({ body, contentType: 'application/json' }));
}

const searches = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'after',
        'before',
        'first',
        'query',
        'sort',
        'reverse',
        'id',
        'kind',
        'from',
        'to',
        'days',
        'token',
        'new',
        'productId',
        'notification',
        'ids[]',
        '__proto__',
      ),
      poison.map((value) =>
        (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 3000),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString());

/** Addresses say little beside what the API's own endpoints get in full. */
const fewer = isNightly ? Math.ceil(inputs / 10) : 20;

/** So do resources, which `npm run fuzz` has the time for. */
const ofResources = isNightly ? inputs : fewer;

/**
 * Any input to every form, every resource and every address of the app.
 */
export function describeForms(appOf: () => AppInTest): void {
  describe('any input to the app', () => {
    let token: () => Promise<string>;
    let cookies = '';
    beforeAll(async () => {
      token = tokenOf(appOf(), firstCrack);
      await appOf().approve(firstCrack);
    });

    const ask = async (path: string, method: string, posted?: Posted): Promise<Answered> => {
      const headers = {
        Authorization: `Bearer ${await token()}`,
        'Sec-Fetch-Site': 'same-origin',
        Cookie: cookies,
        ...(posted?.contentType !== undefined && { 'Content-Type': posted.contentType }),
      };
      const init = { method, headers, ...(posted !== undefined && { body: posted.body }) };
      const { answer, milliseconds } = await timed(async () => {
        const answered = await appOf().request(path, init);
        return { status: answered.status, text: await answered.text() };
      });
      return { ...answer, milliseconds };
    };

    const assertHarmless = async <Input>(
      arbitrary: fc.Arbitrary<Input>,
      runs: number,
      send: (input: Input) => Promise<Answered>,
    ) => {
      const property = fc.asyncProperty(arbitrary, async (input) => {
        const answered = await inTime(() => send(input));
        const given = fc.stringify(input).slice(0, 600);
        const why = answered.status < 500 ? '' : appOf().log().slice(-1500);
        expectHarmless(answered, given + why);
        expectInTime(answered, given);
      });
      await fc.assert(property, {
        numRuns: runs,
        seed,
        endOnFailure: true,
        ignoreEqualValues: true,
      });
    };

    const routesWith = (part: 'loader' | 'action') =>
      appOf().routes.filter(({ module }) => module[part] !== undefined);

    /** The intents of a route's forms, and what each of them reads. */
    const formsOf = async (route: AppRoute) => {
      const { forms: observed } = appOf();
      const post = async (intent: string) => {
        observed.schema = undefined;
        await ask(dataAddress(route), 'POST', { body: new URLSearchParams({ intent }) });
      };
      observed.intents = [];
      await post('nonsense');
      const schemas = new Map<string, z.ZodType | undefined>();
      for (const intent of observed.intents) {
        await post(intent);
        schemas.set(intent, observed.schema);
      }
      return schemas;
    };

    it(
      'as a form is answered, with no failure and nothing of the inside',
      async () => {
        const seen: string[] = [];
        for (const route of routesWith('action')) {
          for (const [intent, schema] of await formsOf(route)) {
            seen.push(intent);
            await assertHarmless(forms(intent, schema), inputs, (posted) =>
              ask(dataAddress(route), 'POST', posted),
            );
          }
        }
        expect(seen).toEqual(expect.arrayContaining(['create-profile', 'connect']));
      },
      inputs * 20_000,
    );

    it(
      'as JSON is answered likewise',
      async () => {
        for (const route of routesWith('action')) {
          const schema = appOf().forms.schemaOfAction.get(route.module.action);
          // Screens take forms, which the test above sends.
          if (route.module.default !== undefined) continue;
          await assertHarmless(jsonBodies(schema), ofResources, (posted) =>
            ask(dataAddress(route), 'POST', posted),
          );
        }
      },
      inputs * 20_000,
    );

    it(
      'in an address is answered likewise',
      async () => {
        cookies = await portalCookiesOf(appOf(), await token());
        for (const route of routesWith('loader')) {
          const ids = fc.oneof(
            fc.constant('1'),
            poison.map((id) =>
              encodeURIComponent(
                String(JSON.stringify(id))
                  .replace(/\p{Surrogate}/gu, '')
                  .slice(0, 500) || '1',
              ),
            ),
          );
          await assertHarmless(fc.tuple(ids, searches), fewer, ([id, search]) =>
            ask(dataAddress(route, id, search), 'GET'),
          );
        }
      },
      inputs * 20_000,
    );

    it('leaves nobody with a prototype of theirs', () => {
      expect('polluted' in {}).toBe(false);
    });
  });
}
