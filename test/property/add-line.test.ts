import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalValue } from '../../src/evaluation/values/literal-value.js';
import { parseJson, toJson } from '../../src/evaluation/values/json.js';
import { addLine } from '../../src/request-file/add-line.js';
import { readLiteral } from '../../src/request-file/expressions/parse-value.js';
import { readPath } from '../../src/request-file/expressions/parse-path.js';
import { parseText } from '../../src/request-file/parse-file.js';
import type { BodyPathPart } from '../../src/request-file/print/body-path-text.js';
import { cutTemplate } from '../../src/request-file/text/template.js';
import { caseCount } from '../support/generated-cases.js';

const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }).map((value) => toJson(value));
const tricky = fc.constantFrom(
  '{{a}}',
  '\\{{',
  '{{{x}}}',
  '# no',
  'a b',
  '"',
  "'",
  '\\',
  '1',
  'length',
  'é',
  '>>>',
);
const key = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), tricky, fc.string({ unit: 'binary' }));
const path = fc.array(fc.oneof(key, fc.nat(50)), { maxLength: 4 });

/** The value that an assertion compares with, if no variable is defined. */
function valueOf(raw: string): unknown {
  const read = readLiteral(raw);
  if (!read.ok) throw new Error(read.reason);
  const text = (template: string): string => {
    const parts = cutTemplate(template);
    if (parts.some(({ kind }) => kind === 'placeholder')) throw new Error(`a placeholder: ${raw}`);
    return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  };
  return literalValue(read.literal, { text, value: text });
}

function partsOf(subject: string): readonly BodyPathPart[] {
  if (subject.startsWith('jsonpath ')) {
    const query = JSON.parse(subject.slice('jsonpath '.length)) as string;
    return query === '$'
      ? []
      : [...query.matchAll(/\[("(?:[^"\\]|\\.)*"|\d+)\]/g)].map(
          ([, part = '']) => JSON.parse(part) as BodyPathPart,
        );
  }
  const parsed = readPath(subject.replace(/^body\.?/, ''));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.steps.map((step) =>
    step.kind === 'key' ? step.key : step.kind === 'index' ? step.index : -1,
  );
}

describe('the line that is written', () => {
  it('means the same path and value', async () => {
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.oneof(
          json,
          tricky.map((text) => JSON.stringify(text)),
        ),
        async (parts, source) => {
          // No request file can hold half a character, and a query no control character but blanks.
          fc.pre(!parts.some((part) => /\p{Surrogate}|(?![\n\r\t])[\0-\u001f]/u.test(String(part))));
          const type = source.startsWith('[') ? 'array' : source.startsWith('{') ? 'object' : 'string';
          const part = { kind: 'body', path: parts, json: source, type, length: 0 } as const;
          const result = await addLine('### a\nGET /x\n', 'x.http', {
            kind: 'assertion',
            part,
            requestName: 'a',
            requestLine: 1,
          });
          if (!result.ok) throw new Error(result.problem);
          const [assertion] = parseText(result.text, 'x.http').requests[0]?.assertions ?? [];
          expect(partsOf(assertion?.subject ?? '')).toEqual(parts);
          if (assertion?.operator === 'equals')
            expect(valueOf(assertion.raw ?? '')).toEqual(parseJson(source));
          else expect(source.length).toBeGreaterThan(400);
        },
      ),
      { numRuns: caseCount(300, 50) },
    );
  });
});
