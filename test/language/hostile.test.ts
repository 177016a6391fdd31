/** Input made to hurt: everything is read or reported, nothing throws, and cost grows with size only. */
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/request-file/diagnostic.js';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { validateFiles } from '../../src/request-file/validate.js';

const MIB = 1024 * 1024;
const REQUEST = 'GET http://127.0.0.1:1/\n';

async function findings(source: string | Uint8Array): Promise<readonly Diagnostic[]> {
  const file = await parseRequestFile(source, 'hostile.http');
  const found = [...file.diagnostics, ...[...validateFiles([file]).values()].flat()];
  for (const { message } of found) if (message.length > 1000) throw new Error(`message of ${message.length}`);
  return found;
}

async function codes(source: string | Uint8Array): Promise<Set<string>> {
  return new Set((await findings(source)).map(({ code }) => code));
}

async function duration(source: string): Promise<number> {
  const started = performance.now();
  await findings(source);
  return performance.now() - started;
}

/** A machine has other things to do: only slowness that repeats counts. */
const TRIES = 4;
const NOISE = 40;

/** Four times the size may take ten times as long; quadratic cost takes sixteen times. */
async function expectLinear(make: (size: number) => string, size: number): Promise<void> {
  const [small, large] = [make(size), make(4 * size)];
  let [least, most] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES; tries++) {
    most = Math.min(most, await duration(large));
    if (most <= NOISE) return;
    least = Math.min(least, await duration(small));
    if (most <= 10 * least + NOISE) return;
  }
  expect(most, `${least} ms for the small one`).toBeLessThanOrEqual(10 * least + NOISE);
}

function times(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

describe('one long line', () => {
  it.each([
    ['letters', 'x', 'expected_request_line'],
    ['hashes', '#', 'no_requests'],
    ['blanks', ' ', 'no_requests'],
    ['at signs', '@', 'variable_syntax'],
    ['openers', '>>>', 'expected_request_line'],
    ['closers', '<<<', 'unexpected_close'],
    ['placeholder openings', '{{', 'expected_request_line'],
    ['placeholders', '{{a}}', 'unused'],
    ['question marks', '?', 'ignored_dialect'],
    ['NUL', '\0', 'nul_character'],
    ['carriage returns', '\r', 'no_requests'],
    ['lone surrogates', '\uD800', 'invalid_utf8'],
  ])('of %s, as large as a file may be', async (_name, unit, code) => {
    const bytes = new TextEncoder().encode(unit).length;
    const found = await codes(unit.repeat(Math.floor((10 * MIB) / bytes)));
    if (code !== 'unused') expect(found).toContain(code);
    expect(found).not.toContain('file_too_large');
  });

  it('larger than a file may be', async () => {
    expect(await codes('x'.repeat(10 * MIB + 1))).toEqual(new Set(['file_too_large']));
    expect(await codes(new Uint8Array(10 * MIB + 1))).toEqual(new Set(['file_too_large']));
    expect(await codes('é'.repeat(5 * MIB + 1))).toEqual(new Set(['file_too_large']));
    expect(await codes(`#${'é'.repeat(5 * MIB - 1)}`)).not.toContain('file_too_large');
  });

  it('a URL, a header, a body and a raw block of 9 MiB each', async () => {
    const long = 'ab {{c}} "d'.repeat(Math.floor((9 * MIB) / 11));
    for (const before of ['GET http://', `${REQUEST}A: `, `${REQUEST}\n`, `${REQUEST}>>>graphql\n`]) {
      expect(await codes(`${before}${long}\n`)).not.toContain('file_too_large');
    }
  });
});

const DIRECTIVES = [
  ...['name', 'description', 'tags', 'skip', 'only', 'if', 'unless', 'depends', 'data', 'waitFor', 'timeout'],
  ...['retry', 'retryDelay', 'retryOn', 'no-redirect', 'no-cookie-jar', 'before', 'after', 'db'],
  ...['stress.weight', 'stress.think', 'stress.skip', 'contract.provider', 'contract.state', 'unknown', 'prompt'],
  ...['auth', 'auth bearer', 'auth basic', 'auth aws', 'auth oauth2', 'auth oauth2 password'],
];

/** Where a long text may stand in a line, each as what comes before it. */
const PLACES: readonly string[] = [
  ...['', '@a = ', '@', '### ', '# ', '# @', 'GET ', 'GET http://x/', 'run ', 'import ', '< ', '< {% ', '{{@'],
  ...DIRECTIVES.map((name) => `# @${name} `),
  ...[`? `, `? a = `, '    ?a=', 'A: ', 'A', 'Authorization: Basic ', 'Authorization: AWS ', 'Content-Length: '].map(
    (line) => REQUEST + line,
  ),
  ...['', '& ', '& a = ', 'a=', '< ', '<@ ', '<@', '<?xml ', '{"a": ', '> ', '>> ', '> {% ', '?? '].map(
    (line) => `POST http://x/\n\n${line}`,
  ),
  ...['', 'expect ', 'expect a', 'expect a ', 'expect a == ', 'expect a == "', "expect a == '", 'expect a == ['].map(
    (line) => `${REQUEST}>>>\n${line}`,
  ),
  ...['expect a == {"a":', 'expect a > ', 'expect a between ', 'expect a approx ', 'expect a matches '].map(
    (line) => `${REQUEST}>>>\n${line}`,
  ),
  ...['expect a matches /', 'expect a type ', 'expect a length ', 'expect a in [', 'expect a each ', 'expect a !'].map(
    (line) => `${REQUEST}>>>\n${line}`,
  ),
  ...['expect a schema ', 'expect a snapshot ', 'expect header ', 'expect cookie ', 'expect jsonpath ', 'expect xpath '].map(
    (line) => `${REQUEST}>>>\n${line}`,
  ),
  ...['expect jsonpath $', 'expect xpath /a', 'expect regex /', 'expect body.a', 'expect body[', 'expect body["'].map(
    (line) => `${REQUEST}>>>\n${line}`,
  ),
  ...['', 'a', 'a from ', 'a from body.', 'a from header ', 'a from regex /', 'a from jsonpath $', 'a from body.a '].map(
    (line) => `${REQUEST}>>>capture\n${line}`,
  ),
  ...['', 'field ', 'field a = ', 'file ', 'file a @', 'file a @b; type=', 'file a @b; filename='].map(
    (line) => `${REQUEST}>>>multipart\n${line}`,
  ),
  ...['', 'query ', 'query a\n  ', 'query a\nexpect ', 'query a\nexpect b '].map(
    (line) => `# @db sqlite:a\n${REQUEST}>>>db\n${line}`,
  ),
  ...['mock\n', 'mock\n200 ', 'mock\n200\nA: ', 'graphql\n', 'variables\n', 'shell\n', 'shell\n-', 'x', ' '].map(
    (line) => `${REQUEST}>>>${line}`,
  ),
];

/** What it is made of. */
const UNITS: readonly string[] = [
  ...['a', '0', ' ', '\t', '.', 'a.', '.a', ',', ', ', 'a, ', '=', '-', '&', ';', '; type=a', '; filename=', ':'],
  ...['"', "'", '\\', '\\"', "\\'", '"a', '"a", ', '\\\\"', '/', '\\/', '/a ', '//'],
  ...['{', '}', '{{', '}}', '{{a}}', '{{a ', '{{a{{b}}', '\\{{', '{{$base64(', '{{a.b}} ', '{"a":'],
  ...['[', ']', '(', ')', '[1,', '["a",', "['a']", '[*]', '#', ' #', ' # ', '!', '!=', '<', '>', '>>', '<<<', '%}'],
  ...['not ', 'each ', 'and ', '+-', ' +-', '±', '1 ', 'http://', 'HTTP/1.1 ', '@', '\u00e9', '😀', '\u2028', '\0'],
];

describe('a long text in one place of a line', () => {
  it.each(PLACES.map((place) => [JSON.stringify(place.slice(-40)), place]))('after %s', async (_name, place) => {
    for (const unit of UNITS) {
      const make = (size: number): string => `${place}${unit.repeat(Math.ceil(size / unit.length))}\n${REQUEST}`;
      await expectLinear(make, 4 * 1024);
    }
  });

  it.each(PLACES.map((place) => [JSON.stringify(place.slice(-40)), place]))('1 MiB of it after %s', async (_name, place) => {
    for (const unit of ['a', '"', '{{a ', '\\"']) {
      await findings(`${place}${unit.repeat(MIB / unit.length)}\n${REQUEST}`);
    }
  });
});
