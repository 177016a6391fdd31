/**
 * The JSONPath Compliance Test Suite of RFC 9535. The suite is not published on its own; a package with another
 * implementation contains it, and only its test data are read here.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonpathProblem } from '../../request-file/expressions/check-jsonpath.js';
import { ABSENT } from '../values/absent.js';
import { parseJson, toJson, type JsonValue } from '../values/json.js';
import { compileJsonPath } from './json-path.js';

interface ComplianceCase {
  readonly name: string;
  readonly selector: string;
  readonly invalid_selector?: true;
  readonly document?: JsonValue;
  readonly result?: readonly JsonValue[];
  readonly result_paths?: readonly string[];
  /** Several orders are allowed where a document has an object with several members. */
  readonly results?: readonly (readonly JsonValue[])[];
  readonly results_paths?: readonly (readonly string[])[];
}

const require = createRequire(import.meta.url);
const packageFile = require.resolve('jsonpath-rfc9535/package.json');
const suiteFile = join(dirname(packageFile), 'src/__tests__/jsonpath-compliance-test-suite/cts.json');
const { tests } = JSON.parse(await readFile(suiteFile, 'utf8')) as { tests: readonly ComplianceCase[] };

describe('JSONPath Compliance Test Suite', () => {
  it('is the whole suite', () => {
    expect(tests.length).toBe(687);
  });

  it.each(tests.filter(({ invalid_selector }) => invalid_selector))(
    'refuses: $name',
    async ({ selector }) => {
      expect(jsonpathProblem(selector)).toBeDefined();
      await expect(compileJsonPath(selector)).rejects.toThrow();
    },
  );

  it.each(tests.filter(({ invalid_selector }) => !invalid_selector))('$name', async (test) => {
    const results = test.results ?? [test.result];
    const paths = test.results_paths ?? [test.result_paths];
    expect(jsonpathProblem(test.selector)).toBeUndefined();
    expect(results.map((values, index) => ({ values, paths: paths[index] }))).toContainEqual(
      await found(test),
    );
  });
});

async function found({ selector, document = null }: ComplianceCase): Promise<unknown> {
  const query = await compileJsonPath(selector);
  const exact = parseJson(JSON.stringify(document));
  const result = query.run(exact);
  const values = query.singular ? (result === ABSENT ? [] : [result]) : (result as readonly unknown[]);
  return {
    values: values.map((value) => JSON.parse(toJson(value as JsonValue)) as unknown),
    paths: query.locations(exact).map(normalizedPath),
  };
}

/** RFC 9535, section 2.7. */
function normalizedPath(location: readonly (string | number)[]): string {
  const steps = location.map((step) => (typeof step === 'number' ? `[${step}]` : `['${quoted(step)}']`));
  return `$${steps.join('')}`;
}

function quoted(name: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '\b': '\\b',
    '\t': '\\t',
    '\n': '\\n',
    '\f': '\\f',
    '\r': '\\r',
  };
  return Array.from(name, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    if (character >= ' ') return character;
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }).join('');
}
