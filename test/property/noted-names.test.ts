/** What is told from noted names alone is what a look at the whole file tells. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unusedCapturesIn } from '../../src/lsp/index/used-captures.js';
import {
  findUndefinedVariables,
  openPlaceholders,
  type ValueSources,
} from '../../src/request-file/check/undefined-variables.js';
import { parseForEditor } from '../../src/request-file/parse-file.js';
import { validateFiles } from '../../src/request-file/validate.js';
import { lineSoup, writtenFile } from './written-files.js';
import { caseCount } from '../support/generated-cases.js';

const SOURCES: ValueSources = {
  environment: '',
  hasValue: (name) => name === 'a',
  hasProcessValue: () => false,
  names: ['a'],
  columns: new Map(),
  otherRequests: new Map(),
};

/** Captures of few names, which other requests use in part, between everything else. */
const withCaptures = fc
  .tuple(
    fc.oneof(writtenFile, lineSoup),
    fc.array(
      fc.tuple(fc.constantFrom('id', 'a.b', 'token', 'x'), fc.constantFrom('id', 'id.x', 'r0.x', 'y')),
    ),
  )
  .map(([before, used]) => {
    const requests = used.map(
      ([captured, name], index) =>
        `### r${index}\nGET http://127.0.0.1/{{${name}}}\n\n>>>capture\n${captured} from body.id\n<<<\n`,
    );
    return `${requests.join('\n')}\n${before}`;
  });

let unused = 0;
let open = 0;

async function expectEqual(text: string): Promise<void> {
  const { file, names, placeholders } = await parseForEditor(text, 'a.http');
  const expected = (validateFiles([file]).get(file) ?? []).filter(({ code }) => code === 'unused_capture');
  expect(unusedCapturesIn(file, names, undefined)).toEqual(expected);
  const hints = findUndefinedVariables(file, placeholders, SOURCES);
  expect(findUndefinedVariables(file, openPlaceholders(file, placeholders), SOURCES)).toEqual(hints);
  unused += expected.length;
  open += hints.length;
}

it('finds the same captures that nothing uses, and the same names without a value', async () => {
  await fc.assert(fc.asyncProperty(withCaptures, expectEqual), { numRuns: caseCount(1000, 50) });
  expect(Math.min(unused, open)).toBeGreaterThan(caseCount(100, 20));
});
