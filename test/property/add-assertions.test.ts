import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAssertions } from '../../src/request-file/add-assertions.js';
import { treeDifference } from '../../src/request-file/model/tree-difference.js';
import { parseText } from '../../src/request-file/parse-file.js';
import { printTree } from '../../src/request-file/print/print-tree.js';
import { builtFile } from './built-files.js';
import { scriptedText } from './broken-texts.js';
import { lineSoup, writtenFile } from './written-files.js';
import { caseCount } from '../support/generated-cases.js';

const ASSERTIONS = [
  'expect status == 299',
  'expect body["a b"].c type string',
  String.raw`expect body.id matches /^[\da-f]{8}$/`,
  'expect jsonpath "$[\\"a\\\\nb\\"]" exists',
  'expect body.items each .price >= 0',
];
/** What must never reach a file. */
const WRONG = [
  'status == 200',
  'expect',
  'expect body.id type nothing',
  'expect a == 1\n###',
  '<<<',
  '# x',
  '',
];

const texts = fc
  .tuple(
    fc.oneof(
      writtenFile,
      lineSoup,
      scriptedText,
      builtFile.map((file) => printTree(file)),
    ),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([text, lineEnd, hasMark]) => (hasMark ? '\ufeff' : '') + text.replaceAll(/\r\n|\r|\n/g, lineEnd));

const choices = fc.array(fc.subarray([...ASSERTIONS, ...WRONG]), { minLength: 1, maxLength: 4 });

function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** The lines of the second text that are not lines of the first, which all have to be there in their order. */
function addedLines(before: string, after: string): readonly string[] {
  const lines = linesOf(before);
  const added: string[] = [];
  let next = 0;
  for (const line of linesOf(after)) {
    // A line end is added to a last line that has none, when something follows.
    const isLast = next === lines.length - 1 && line.replace(/[\r\n]+$/, '') === lines[next];
    if (line === lines[next] || isLast) next++;
    else added.push(line.trim());
  }
  expect(next).toBe(lines.length);
  return added;
}

describe('adding assertions', () => {
  it('changes no line, and nothing that the file means beside them', () => {
    let added = 0;
    let clean = 0;
    fc.assert(
      fc.property(texts, choices, (text, chosen) => {
        const before = parseText(text, '');
        const wanted = before.requests
          .slice(0, chosen.length)
          .map(({ line }, index) => ({ line, assertions: chosen[index] ?? [] }));
        const after = addAssertions(text, wanted);
        const written = addedLines(text, after);
        const allowed = new Set([...ASSERTIONS, '', '>>>', '<<<']);
        expect(written.filter((line) => !allowed.has(line))).toEqual([]);
        const file = parseText(after, '');
        const hasErrors = before.diagnostics.some(({ severity }) => severity === 'error');
        const requests = before.requests.map((request, index) => {
          const all = file.requests[index]?.assertions ?? [];
          const more = all.slice(request.assertions.length);
          const lines = after.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
          const texts = new Set(more.map(({ line }) => lines[line - 1]?.trim()));
          if (!hasErrors && index < chosen.length) {
            const expected = ASSERTIONS.filter((each) => chosen[index]?.includes(each));
            expect(texts).toEqual(new Set(expected));
            added += more.length;
          }
          return { ...request, assertions: [...request.assertions, ...more] };
        });
        expect(treeDifference({ ...before, requests }, file)).toBeUndefined();
        expect(addAssertions(after, movedTo(wanted, file.requests))).toBe(after);
        if (hasErrors || printTree(before) !== text) return;
        clean++;
        expect(printTree(file)).toBe(after);
      }),
      { numRuns: caseCount(500, 50) },
    );
    expect(added).toBeGreaterThan(caseCount(100, 20));
    expect(clean).toBeGreaterThan(caseCount(15, 0));
  });
});

function movedTo(
  wanted: readonly { readonly assertions: readonly string[] }[],
  requests: readonly { readonly line: number }[],
): { line: number; assertions: readonly string[] }[] {
  return wanted.map(({ assertions }, index) => ({ line: requests[index]?.line ?? 0, assertions }));
}
