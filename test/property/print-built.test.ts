import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assertion, Body, KeyValue, Request, RequestFile } from '../../src/request-file/model/model.js';
import { treeDifference } from '../../src/request-file/model/tree-difference.js';
import { parseText } from '../../src/request-file/parse-file.js';
import { plainShape } from '../../src/request-file/print/plain-request.js';
import { printTree } from '../../src/request-file/print/print-tree.js';
import { printBuilt } from '../../src/request-file/print-built.js';
import { builtFile } from './built-files.js';
import { caseCount } from '../support/generated-cases.js';

/** Pieces with a meaning somewhere in a request file, between harmless ones. */
const PIECES = [
  ...['a', 'Bc', '7', ' of ', '_', '-', '.', '\u00e9', '\u4e2d', '(x)', '`y`', '*', '|', '~', ', ', ';'],
  ...[
    '#',
    '###',
    '# @name n',
    '@v = 1',
    '=',
    ' = ',
    '==',
    ':',
    ': ',
    '/',
    '//',
    '?',
    '? q = 1',
    '&',
    '& k = v',
  ],
  ...[
    '<',
    '>',
    '>>>',
    '<<<',
    '< ./f',
    '> {%',
    '%}',
    '{{',
    '}}',
    '{{x}}',
    '{{ }}',
    '\\',
    '\\{{',
    '{',
    '}',
    '[',
  ],
  ...['"', "'", '%', '%20', 'HTTP/1.1', ' HTTP/2', 'GET http://h', 'expect status 200', 'import x', '{{@'],
  ...[' ', '\t', '\n', '\r', '\n\n', '\n>>>\n', '\n### x\n', '\u2028', '\u0085', '\u00a0', '\ufeff', '\0'],
  ...['\ud800', '\udc00', '\u{1f600}', '\u007f', '\u0001'],
];
const HARMLESS = PIECES.slice(0, 16);
const hostile = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...HARMLESS) }, fc.constantFrom(...PIECES)), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(''));
/** Mostly something that is plain at its place, so that many requests are plain as a whole. */
const text = (usual: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: hostile });
const pairs = (usual: string): fc.Arbitrary<KeyValue[]> =>
  fc.array(fc.record({ key: text(usual), value: fc.oneof(text('1'), hostile), line: fc.constant(0) }), {
    maxLength: 2,
  });

const body: fc.Arbitrary<Body | null> = fc.oneof(
  fc.constant(null),
  text('\n  "a": 1\n').map((inner): Body => ({ contentType: 'json', raw: `{${inner}}`, line: 0 })),
  text('[\n  1\n]').map((raw): Body => ({ contentType: 'json', raw, line: 0 })),
  pairs('k').map((fields): Body => ({ contentType: 'form', raw: '', line: 0, fields })),
);
const assertions: fc.Arbitrary<Assertion[]> = fc.constantFrom<Assertion[]>(
  [],
  [{ subject: 'status', operator: 'equals', expected: 200, line: 0 }],
);

const request: fc.Arbitrary<Request> = fc
  .record({
    title: text('Title of it'),
    name: text('name'),
    description: fc.oneof(fc.constant(''), text('What it does.'), hostile),
    tags: fc.array(text('tag one'), { maxLength: 2 }),
    method: fc.constantFrom('GET', 'POST'),
    url: fc
      .tuple(fc.constantFrom('https://h/', '{{base}}/', ''), hostile)
      .map(([start, rest]) => start + rest),
    queryParams: pairs('q'),
    headers: pairs('X-A'),
    body,
    assertions,
    secret: fc.oneof(fc.constant('{{token}}'), hostile),
  })
  .map(({ secret, ...fields }) => ({
    ...fields,
    captures: [],
    line: 0,
    requestLine: 0,
    metadata: secret === '' ? {} : { auth: { type: 'bearer', params: [secret] } },
    mock: null,
    db: [],
    shell: [],
    foreign: [],
    comments: [],
    endComments: [],
  }));

function fileOf(requests: readonly Request[]): RequestFile {
  return { path: 'a.http', variables: [], requests, diagnostics: [], comments: [] };
}

/** The reason why the whole text does not read back. */
function wholeFault(file: RequestFile): string | undefined {
  const found = parseText(printTree(file), file.path);
  const error = found.diagnostics.find(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  return error?.message ?? treeDifference(file, found);
}

function expectSameVerdict(file: RequestFile): void {
  const printed = printBuilt(file);
  const fault = wholeFault(file);
  if ('text' in printed) expect([fault, printed.text]).toEqual([undefined, printTree(file)]);
  else expect(printed.difference).toBe(fault);
}

describe('a built file is printed', () => {
  it('and a request of a shape reads back if another one of that shape does', () => {
    const firstOfShape = new Map<string, Request>();
    let plain = 0;
    fc.assert(
      fc.property(request, (built) => {
        const shape = plainShape(built);
        if (shape === undefined) return;
        plain++;
        const other = firstOfShape.get(shape) ?? built;
        firstOfShape.set(shape, other);
        expect(wholeFault(fileOf([built]))).toBe(wholeFault(fileOf([other])));
      }),
      { numRuns: caseCount(6000, 200) },
    );
    // Otherwise the generator has drifted, and the law says little.
    expect(plain).toBeGreaterThan(caseCount(100, 1));
  });

  it('with the verdict that parsing the whole text gives', () => {
    let implied = 0;
    fc.assert(
      fc.property(fc.array(request, { maxLength: 4 }), fc.nat(3), (requests, copies) => {
        const file = fileOf([...requests, ...Array.from({ length: copies }, () => requests).flat()]);
        if (copies > 0 && requests.some((each) => plainShape(each) !== undefined)) implied++;
        expectSameVerdict(file);
      }),
      { numRuns: caseCount(1500, 40) },
    );
    expect(implied).toBeGreaterThan(caseCount(30, 0));
  });

  it('with that verdict for trees of any kind, also when they occur twice', () => {
    fc.assert(
      fc.property(builtFile, (file) => {
        expectSameVerdict(file);
        expectSameVerdict({ ...file, requests: [...file.requests, ...file.requests] });
      }),
      { numRuns: caseCount(300, 15) },
    );
  });
});
