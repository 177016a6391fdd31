import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestFile } from '../../src/request-file/model/model.js';
import { parseRequestFile, parseText } from '../../src/request-file/parse-file.js';
import { formatRequestFile } from '../../src/request-file/format-text.js';
import { printFile } from '../../src/request-file/print-file.js';
import { printTree } from '../../src/request-file/print/print-tree.js';
import { treeDifference } from '../../src/request-file/model/tree-difference.js';
import { unwritableFields } from '../../src/request-file/check-writable.js';
import { builtFile } from './built-files.js';
import { lineSoup, writtenFile } from './written-files.js';
import { caseCount } from '../support/generated-cases.js';

/** What is printed reads back, and prints the same again. */
function expectLaws(file: RequestFile): void {
  const text = printTree(file);
  const read = parseText(text, file.path);
  expect(treeDifference(file, read)).toBeUndefined();
  expect(printTree(read)).toBe(text);
}

const hasErrors = (file: RequestFile): boolean =>
  file.diagnostics.some(({ severity }) => severity === 'error');

describe('trees built without a layout', () => {
  it('read back and print the same again', () => {
    fc.assert(
      fc.property(builtFile, (file) => {
        expectLaws(file);
        expect(unwritableFields(file)).toEqual([]);
        expect(printFile(file)).toBe(printTree(file));
      }),
      { numRuns: caseCount(400, 25) },
    );
  });

  it('are refused where they are spoilt, or survive the way through bytes', async () => {
    await fc.assert(
      fc.asyncProperty(spoiltFile, async ({ file, field }) => {
        const [finding] = unwritableFields(file);
        if (finding) {
          expect(itemOf(finding.field)).toBe(itemOf(field));
          return;
        }
        const read = await parseRequestFile(new TextEncoder().encode(printFile(file)), file.path);
        expect(treeDifference(file, read)).toBeUndefined();
      }),
      { numRuns: caseCount(400, 25) },
    );
  });
});

describe('trees read from text', () => {
  it('read back and print the same again', () => {
    let sound = 0;
    fc.assert(
      fc.property(writtenFile, (source) => {
        const file = parseText(source, 'a.http');
        if (hasErrors(file)) return;
        sound++;
        expectLaws(file);
        expect(unwritableFields(file)).toEqual([]);
      }),
      { numRuns: caseCount(600, 25) },
    );
    // Otherwise the generator has drifted from the grammar, and the law says little.
    expect(sound).toBeGreaterThan(caseCount(450, 12));
  });

  it('obey the same laws when the lines stand in no order', () => {
    fc.assert(
      fc.property(lineSoup, (source) => {
        const file = parseText(source, 'a.http');
        if (!hasErrors(file)) expectLaws(file);
      }),
      { numRuns: caseCount(1000, 25) },
    );
  });

  it('are formatted once and for all, tidy outside verbatim text', async () => {
    await fc.assert(
      fc.asyncProperty(writtenFile, async (source) => {
        const once = await formatRequestFile(new TextEncoder().encode(source), 'a.http');
        if (!once.ok) {
          expect(hasErrors(once.file)).toBe(true);
          return;
        }
        expect(await formatRequestFile(once.text, 'a.http')).toEqual(once);
        expect(withoutVerbatimText(once.text)).not.toMatch(/^\ufeff|^\n|[ \t]\n|\r|\n\n\n/);
        if (once.text !== '') expect(once.text).toMatch(/[^\n]\n$/);
      }),
      { numRuns: caseCount(200, 20) },
    );
  });
});

/** Rule 1 is about everything but bodies, raw blocks and foreign constructs. */
function withoutVerbatimText(text: string): string {
  const file = parseText(text, 'a.http');
  const foreign = file.requests.flatMap((request) => request.foreign.map((construct) => construct.text));
  const bodies = file.requests.flatMap(({ body }) =>
    body === null || 'fields' in body ? [] : [`\n${body.raw}`],
  );
  const blocks = file.requests
    .flatMap(({ layout }) => layout?.blocks ?? [])
    .filter(({ kind }) => kind === 'mock' || kind === 'graphql' || kind === 'variables');
  const sections = [file, ...file.requests].flatMap(({ layout }) => layout?.sections ?? []);
  const verbatim = [
    ...bodies,
    ...foreign,
    ...blocks.map((block) => block.text),
    ...sections.flatMap(({ lines }) => lines),
  ];
  return verbatim
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, part) => (part === '' ? rest : rest.replace(`\n${part}\n`, '\nverbatim\n')), `\n${text}`)
    .slice(1);
}

const SPOILERS = [
  'a\nb',
  'a\r',
  '\ra',
  ' a',
  'a\t',
  '\0',
  '\ud800',
  '',
  'a\u2028b',
  '###',
  '>>>',
  'x\n###',
  'x\n<<<',
  '> {%',
  '\n',
];

/** A built tree in which one text is replaced by one that may not stand there. */
const spoiltFile = fc
  .tuple(builtFile, fc.nat(), fc.constantFrom(...SPOILERS))
  .filter(([file]) => file.requests.length + file.variables.length > 0)
  .map(([file, pick, text]) => {
    // Through JSON, because the generators share some of their values between requests.
    const copy = JSON.parse(JSON.stringify(file)) as RequestFile;
    const places = textPlaces(copy, '');
    const place = places[pick % places.length];
    if (!place) throw new Error('a file without any text');
    place.holder[place.key] = text;
    return { file: copy, field: place.field };
  });

interface TextPlace {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
  readonly field: string;
}

/** `requests[3]` of `requests[3].headers[0].value`. */
const itemOf = (field: string): string => field.replace(/^(\w+\[\d+\]).*$/, '$1');

/** Words of the model that are no free text. */
const FIXED = new Set([
  'path',
  'operator',
  'contentType',
  'kind',
  'source',
  'place',
  'type',
  'expected',
  'status',
  'subject',
]);

function textPlaces(node: unknown, field: string): TextPlace[] {
  if (typeof node !== 'object' || node === null) return [];
  const holder = node as Record<string | number, unknown>;
  const places: TextPlace[] = [];
  for (const key of Object.keys(holder)) {
    if (FIXED.has(key)) continue;
    const inner = Array.isArray(node) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`;
    const value = holder[key];
    if (typeof value === 'string') places.push({ holder, key, field: inner });
    else places.push(...textPlaces(value, inner));
  }
  return places;
}
