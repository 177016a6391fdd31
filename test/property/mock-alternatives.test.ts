import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenRoute, receivedOf } from '../support/runs/chosen-route.js';
import { routesOf } from '../support/runs/mock-routes.js';
import { caseCount } from '../support/generated-cases.js';

interface Written {
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly json: unknown } | { readonly form: Readonly<Record<string, string>> } | null;
}

const value = fc.constantFrom('1', '2', '2.0', 'a', 'A b', 'x+y', 'ä', '50%', 'a&b', 'null');
const name = fc.constantFrom('page', 'sort', 'q');
const scalar = fc.constantFrom<unknown>(null, true, 0, 1, 1.5, '1', 'a', 'ö "x"', '');
const tree = fc.letrec<{ readonly node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c d', '7'), tie('node'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).node;
const object = fc.dictionary(fc.constantFrom('a', 'b', 'id'), tree, { maxKeys: 3, noNullPrototype: true });

const written: fc.Arbitrary<Written> = fc.record({
  query: fc.array(fc.tuple(name, value), { maxLength: 3 }),
  headers: fc.dictionary(fc.constantFrom('X-Tenant', 'X-Size'), fc.constantFrom('1', 'north', 'a b'), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  body: fc.oneof(
    fc.constant(null),
    object.map((json) => ({ json })),
    fc.dictionary(name, value, { minKeys: 1, maxKeys: 2, noNullPrototype: true }).map((form) => ({ form })),
  ),
});

function inFile({ query, headers, body }: Written, index: number): string {
  const lines = [
    `### r${index}\n# @name r${index}`,
    'POST {{baseUrl}}/items',
    ...query.map(([key, text]) => `? ${key} = ${text}`),
    ...Object.entries(headers).map(([key, text]) => `${key}: ${text}`),
  ];
  if (body && 'json' in body) lines.push('Content-Type: application/json', '', JSON.stringify(body.json));
  else if (body) lines.push('', ...Object.entries(body.form).map(([key, text]) => `& ${key} = ${text}`));
  return `${lines.join('\n')}\n\n>>>mock\n{"name": "r${index}"}\n<<<\n`;
}

/** The same request as a client sends it that knows nothing of files. */
function sent({ query, headers, body }: Written): string {
  const parameters = new URLSearchParams(query.map(([key, text]): [string, string] => [key, text]));
  const lines = [
    `POST /items?${parameters.toString()}`,
    'Host: 127.0.0.1',
    'Accept: */*',
    ...Object.entries(headers).map(([key, text]) => `${key.toLowerCase()}: ${text}`),
  ];
  if (body === null) return lines.join('\n');
  const isJson = 'json' in body;
  const type = isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded';
  const text = isJson ? JSON.stringify(body.json, null, 2) : new URLSearchParams({ ...body.form }).toString();
  return [...lines, `Content-Type: ${type}`, '', text].join('\n');
}

describe('alternatives of a mock server', () => {
  it('answer the requests that they are written as, unless an earlier one is written alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 5 }), async (all) => {
        const file = all.map(inFile).join('\n');
        const counts = (await routesOf(file)).map(({ rules }) => rules?.parts.length ?? 0);
        for (const [index, each] of all.entries()) {
          const chosen = await chosenRoute(file, receivedOf(sent(each)));
          if (chosen === `r${index}`) continue;
          const other = Number(String(chosen).slice(1));
          expect(other).toBeLessThan(index);
          expect(counts[other]).toBe(counts[index]);
        }
      }),
      { numRuns: caseCount(150, 15) },
    );
  });

  it('answer them with strict matching, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 3 }), async (all) => {
        const file = all.map(inFile).join('\n');
        for (const each of all) {
          const chosen = await chosenRoute(file, receivedOf(sent(each)), { strictMatch: true });
          expect(chosen).toMatch(/^r\d$/);
        }
      }),
      { numRuns: caseCount(100, 15) },
    );
  });
});
