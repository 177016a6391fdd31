/** The grammar takes as long as a line is long, whatever stands on it. */
import textmate from 'vscode-textmate';
import { beforeAll, expect, it } from 'vitest';
import { expectLinear } from '../support/growth.js';
import { readGrammar, readLines } from '../support/editors/grammar-lines.js';
import { requestFiles } from '../support/editors/request-files.js';

let grammar: Awaited<ReturnType<typeof readGrammar>>;

beforeAll(async () => {
  grammar = await readGrammar();
});

const MAX_RATIO = 100;
const MAX_PASSES = 20;
const MIN_PASSES = 3;

/** Lines of a length that real files have: numbers of a vector, an encoded token, a text without blanks. */
const LONG_LINES = [
  `POST http://127.0.0.1:8080/${'segment/'.repeat(100)}{{id}}?a={{b}}&c={{$uuid}}`,
  `Authorization: Bearer ${'eyJhbGciOiJSUzI1NiJ9.'.repeat(100)}`,
  'Content-Type: application/json',
  '',
  `[${'-0.0123456789, '.repeat(400)}{{last}}]`,
  `"${'x'.repeat(6000)}"`,
];

it('takes for no line more than 100 times as long as for the median', async () => {
  const texts = [...(await requestFiles()), LONG_LINES.join('\n')];
  const best: number[] = [];
  let ratio = Infinity;
  // Only what repeats is slow: of each line the best time counts.
  for (let pass = 0; pass < MAX_PASSES && (pass < MIN_PASSES || ratio > MAX_RATIO); pass += 1) {
    let index = 0;
    const measured = <T>(read: () => T): T => {
      const start = performance.now();
      const result = read();
      best[index] = Math.min(best[index] ?? Infinity, performance.now() - start);
      index += 1;
      return result;
    };
    for (const text of texts) readLines(grammar, text, measured);
    const sorted = best.toSorted((a, b) => a - b);
    ratio = (sorted.at(-1) ?? Infinity) / (sorted[Math.floor(sorted.length / 2)] ?? 0);
  }
  console.log(`Grammar: the slowest of ${best.length} lines takes ${ratio.toFixed(0)} times the median`);
  expect(ratio).toBeLessThanOrEqual(MAX_RATIO);
});

const HEAD: readonly string[] = [];
const HEADERS = ['GET http://127.0.0.1:8080/'];
const BODY = [...HEADERS, '', '{'];
const ASSERTIONS = [...HEADERS, '>>>'];

/** A piece that is repeated, after a beginning, in the place that the lines above it make. */
const HOSTILE: readonly (readonly [place: readonly string[], start: string, piece: string])[] = [
  [HEAD, '', '{{'],
  [HEAD, '', '{{a '],
  [HEAD, '', '{{a}}'],
  [HEAD, 'GET ', '{{a}} '],
  [HEAD, 'GET ', '{{$base64({{a}})}}'],
  [HEAD, 'GET http://', ' '],
  [HEAD, 'run a', '('],
  [HEAD, 'import ', 'a '],
  [HEAD, '< {%', '%'],
  [HEAD, '# @a', '.b'],
  [HEAD, '@a', ' '],
  [HEAD, '', '@secret '],
  [HEAD, '# ', '# @name '],
  [HEADERS, '', ' '],
  [HEADERS, '&', 'a:'],
  [HEADERS, 'a', '-'],
  [HEADERS, '> ', 'a '],
  [BODY, '', '{ '],
  [BODY, '', '\\{{'],
  [BODY, '', '}{{{'],
  [BODY, '', ' '],
  [ASSERTIONS, 'expect ', '['],
  [ASSERTIONS, 'expect ', '('],
  [ASSERTIONS, 'expect a', ' '],
  [ASSERTIONS, 'expect regex ', '/\\'],
  [ASSERTIONS, 'expect a ', '"'],
  [ASSERTIONS, 'expect a == 1', ' when b == 1'],
  [ASSERTIONS, 'expect a ', 'not '],
  [[...HEADERS, '>>>capture'], 'a from ', 'b ?? '],
  [[...HEADERS, '>>>multipart'], 'file @', '; type=a'],
  [[...HEADERS, '>>>db'], 'query ', '{{a}} '],
  [[...HEADERS, '>>>mock'], 'HTTP/1.1 200', ' '],
];

it.each(HOSTILE)('takes linear time after %j for %j and many of %j', async (place, start, piece) => {
  let state = textmate.INITIAL;
  for (const line of place) state = grammar.tokenizeLine(line, state).ruleStack;
  await expectLinear(16_000, (size) => {
    const line = start + piece.repeat(size / piece.length);
    return () => grammar.tokenizeLine(line, state);
  });
});
