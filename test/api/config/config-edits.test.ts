import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';
import { caseCount } from '../../support/generated-cases.js';

/** Keys in the order in which new ones are written, with values that have only one spelling. */
const VALUES = {
  timeout: fc.integer({ min: 1, max: 100_000 }),
  retries: fc.integer({ min: 1, max: 100 }),
  followRedirects: fc.boolean(),
  validateSSL: fc.boolean(),
  parallel: fc.boolean(),
  concurrency: fc.integer({ min: 1, max: 1000 }),
};
type Key = keyof typeof VALUES;
const KEYS = Object.keys(VALUES) as Key[];

interface Line {
  readonly before: string;
  readonly key?: Key;
  readonly value?: number | boolean;
  readonly after: string;
}

const blanks = fc.constantFrom(' ', '  ', '   ');
const comment = fc.constantFrom('', ' # note', '   # "odd: [one"', ' \t# ä');
const other = fc
  .constantFrom(
    '# a comment: with colon',
    '',
    '  ',
    "x-one: 'quoted' # x",
    'x-two: {a: [1,2,   3], b: "c"}',
    'x-three:\n  - deep: |\n      text # no comment\n      more\n  - >-\n    folded',
    'environments:\n  qa:\n    host: "http://127.0.0.1" # here\n\n    port:   1',
  )
  .map((before): Line => ({ before, after: '' }));

function settingLine(key: Key): fc.Arbitrary<Line> {
  return fc
    .record({ gap: blanks, value: VALUES[key] as fc.Arbitrary<number | boolean>, after: comment })
    .map(({ gap, value, after }) => ({ before: `${key}:${gap}`, key, value, after }));
}

const lines: fc.Arbitrary<Line[]> = fc
  .tuple(
    fc.subarray(KEYS).chain((keys) => fc.tuple(...keys.map(settingLine))),
    fc.uniqueArray(other, { selector: ({ before }) => before.split(':')[0], maxLength: 5 }),
  )
  .chain(([settings, others]) =>
    fc.shuffledSubarray([...settings, ...others], { minLength: settings.length + others.length }),
  );

const changes = fc.record(VALUES, { requiredKeys: [] });

function textOf(
  all: readonly Line[],
  changed: Partial<Record<Key, number | boolean>>,
  lineEnd: string,
): string {
  const written = all.map(({ before, key, value, after }) =>
    key === undefined ? before : `${before}${String(changed[key] ?? value)}${after}`,
  );
  const added = KEYS.filter((key) => changed[key] !== undefined && all.every((line) => line.key !== key));
  return [...written, ...added.map((key) => `${key}: ${String(changed[key])}`), '']
    .join('\n')
    .replaceAll('\n', lineEnd);
}

describe('PUT /config', () => {
  it('changes exactly the given values, in any layout', async () => {
    const { call, root } = await startServer({ args: ['--quiet', '--watch=false'] });
    const file = join(root, 'service.yaml');
    const property = fc.asyncProperty(
      lines,
      changes,
      fc.constantFrom('\n', '\r\n'),
      async (all, changed, lineEnd) => {
        // A new key may be written before or after trailing blanks and comments, so there are none.
        fc.pre(all.length > 0 && !/^\s*(?:#.*)?$/.test(all.at(-1)?.before ?? ''));
        await writeFile(file, textOf(all, {}, lineEnd));
        const { status, json } = await call('PUT', '/config', { json: changed });
        expect([status, json]).toMatchObject([200, changed]);
        expect(await readFile(file, 'utf8')).toBe(textOf(all, changed, lineEnd));
      },
    );
    await fc.assert(property, { numRuns: caseCount(80, 15) });
  });
});
