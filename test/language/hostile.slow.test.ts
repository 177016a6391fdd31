/** Input made to hurt: everything is read or reported, nothing throws, and cost grows with size only. */
import { describe, expect, it } from 'vitest';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { dedent } from '../support/dedent.js';
import { MIB, REQUEST, findings, codes } from './hostile-setup.js';

/** Milliseconds of processor time: a long task is interrupted by what else a machine does, a short one is not. */
async function duration(source: string): Promise<number> {
  const started = process.cpuUsage();
  await findings(source);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** Only slowness that repeats counts. */
const TRIES = 12;
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

  it('a URL, a header, a body and a raw block of 9 MiB each', async () => {
    const long = `${'ab "'.repeat(250)} {{c}}`.repeat(Math.floor((9 * MIB) / 1006));
    for (const before of ['GET http://', `${REQUEST}A: `, `${REQUEST}\n`, `${REQUEST}>>>graphql\n`]) {
      expect(await codes(`${before}${long}\n`)).not.toContain('file_too_large');
    }
  });
});

const DIRECTIVES = [
  ...['name', 'description', 'tags', 'skip', 'only', 'if', 'unless', 'depends', 'data', 'waitFor', 'timeout'],
  ...['retry', 'retryDelay', 'retryOn', 'no-redirect', 'no-cookie-jar', 'before', 'after', 'db'],
  ...[
    'stress.weight',
    'stress.think',
    'stress.skip',
    'contract.provider',
    'contract.state',
    'mock.when',
    'mock.when query.a == 1 and',
    'mock.delay',
    'mock.fault',
    'mock.fault slow-body',
    'unknown',
    'prompt',
  ],
  ...['auth', 'auth bearer', 'auth basic', 'auth aws', 'auth oauth2', 'auth oauth2 password'],
];

/** Where a long text may stand in a line, each as what comes before it. */
const PLACES: readonly string[] = [
  ...[
    '',
    '@a = ',
    '@',
    '### ',
    '# ',
    '# @',
    'GET ',
    'GET http://x/',
    'run ',
    'import ',
    '< ',
    '< {% ',
    '{{@',
  ],
  ...DIRECTIVES.map((name) => `# @${name} `),
  ...[
    `? `,
    `? a = `,
    '    ?a=',
    'A: ',
    'A',
    'Authorization: Basic ',
    'Authorization: AWS ',
    'Content-Length: ',
  ].map((line) => REQUEST + line),
  ...['', '& ', '& a = ', 'a=', '< ', '<@ ', '<@', '<?xml ', '{"a": ', '> ', '>> ', '> {% ', '?? '].map(
    (line) => `POST http://x/\n\n${line}`,
  ),
  ...[
    '',
    'expect ',
    'expect a',
    'expect a ',
    'expect a == ',
    'expect a == "',
    "expect a == '",
    'expect a == [',
  ].map((line) => `${REQUEST}>>>\n${line}`),
  ...['expect a == {"a":', 'expect a > ', 'expect a between ', 'expect a approx ', 'expect a matches '].map(
    (line) => `${REQUEST}>>>\n${line}`,
  ),
  ...[
    'expect a matches /',
    'expect a type ',
    'expect a length ',
    'expect a in [',
    'expect a each ',
    'expect a !',
  ].map((line) => `${REQUEST}>>>\n${line}`),
  ...[
    'expect a schema ',
    'expect a snapshot ',
    'expect header ',
    'expect cookie ',
    'expect jsonpath ',
    'expect xpath ',
  ].map((line) => `${REQUEST}>>>\n${line}`),
  ...[
    'expect jsonpath $',
    'expect xpath /a',
    'expect regex /',
    'expect body.a',
    'expect body[',
    'expect body["',
  ].map((line) => `${REQUEST}>>>\n${line}`),
  ...[
    '',
    'a',
    'a from ',
    'a from body.',
    'a from header ',
    'a from regex /',
    'a from jsonpath $',
    'a from body.a ',
  ].map((line) => `${REQUEST}>>>capture\n${line}`),
  ...['', 'field ', 'field a = ', 'file ', 'file a @', 'file a @b; type=', 'file a @b; filename='].map(
    (line) => `${REQUEST}>>>multipart\n${line}`,
  ),
  ...['', 'query ', 'query a\n  ', 'query a\nexpect ', 'query a\nexpect b '].map(
    (line) => `# @db sqlite:a\n${REQUEST}>>>db\n${line}`,
  ),
  ...[
    'mock\n',
    'mock\n200 ',
    'mock\n200\nA: ',
    'graphql\n',
    'variables\n',
    'shell\n',
    'shell\n-',
    'x',
    ' ',
  ].map((line) => `${REQUEST}>>>${line}`),
];

/** What it is made of. */
const UNITS: readonly string[] = [
  ...[
    'a',
    '0',
    ' ',
    'a.',
    ',',
    'a, ',
    '=',
    '&',
    '; type=a',
    '"',
    "'",
    '\\',
    '\\"',
    "\\'",
    '"a", ',
    '/',
    '/a ',
    '//',
  ],
  ...[
    '{',
    '}',
    '{{',
    '}}',
    '{{a}}',
    '{{a ',
    '{{a{{b}}',
    '\\{{',
    '{{$base64(',
    '{"a":',
    '[',
    ']',
    '(',
    '["a",',
    '#',
    ' # ',
  ],
  ...['!', '<', '>', '%}', 'not ', 'each ', ' +-', '1 ', 'HTTP/1.1 ', '@', '😀', '\u2028', '\0'],
];

describe('a long text in one place of a line', () => {
  it.each(PLACES.map((place) => [JSON.stringify(place.slice(-40)), place]))(
    'after %s',
    async (_name, place) => {
      for (const unit of UNITS) {
        const make = (size: number): string =>
          `${place}${unit.repeat(Math.ceil(size / unit.length))}\n${REQUEST}`;
        await expectLinear(make, 4 * 1024);
      }
    },
  );

  it.each(PLACES.map((place) => [JSON.stringify(place.slice(-40)), place]))(
    '1 MiB of it after %s',
    async (_name, place) => {
      const unit = place.length % 2 === 0 ? 'a' : '\\"';
      await findings(`${place}${unit.repeat(MIB / unit.length)}\n${REQUEST}`);
    },
  );
});

describe('very much of one thing', () => {
  /** Files by the number of things in them, and how many of them a quarter of the large one has. */
  const KINDS: readonly (readonly [string, number, (count: number) => string])[] = [
    ['empty lines', 15_000, (n) => '\n'.repeat(n)],
    ['separators', 15_000, (n) => '###\n'.repeat(n)],
    ['comments', 15_000, (n) => '# a\n'.repeat(n)],
    ['variables', 15_000, (n) => times(n, (i) => `@v${i} = x\n`)],
    ['definitions of one variable', 15_000, (n) => '@a = {{a}}\n'.repeat(n)],
    ['bad lines of a head', 15_000, (n) => 'bad\n###\n'.repeat(n)],
    ['orphan directives', 15_000, (n) => '# @tags a\n'.repeat(n)],
    ['bad header lines', 15_000, (n) => `${REQUEST}${'bad\n'.repeat(n)}`],
    ['headers', 15_000, (n) => `${REQUEST}${'A: b\n'.repeat(n)}`],
    ['commented headers', 10_000, (n) => `${REQUEST}${'# @x y\n'.repeat(n)}${'# c\nA: b\n'.repeat(n)}`],
    ['query lines', 15_000, (n) => `${REQUEST}${'? a = b\n'.repeat(n)}`],
    ['URL lines', 15_000, (n) => `${REQUEST}${'  /a\n'.repeat(n)}`],
    ['dependency lines', 15_000, (n) => `${times(n, (i) => `# @depends a${i}\n`)}${REQUEST}`],
    ['tag lines', 15_000, (n) => `${times(n, (i) => `# @tags a${i}, b\n`)}${REQUEST}`],
    ['placeholder timeouts', 15_000, (n) => `${'# @timeout {{a}}\n'.repeat(n)}${REQUEST}`],
    ['unknown directives', 15_000, (n) => `${times(n, (i) => `# @x${i} y\n`)}${REQUEST}`],
    ['block openers', 15_000, (n) => `${REQUEST}${'>>>\n'.repeat(n)}`],
    ['unknown blocks', 15_000, (n) => `${REQUEST}${'>>>what\n'.repeat(n)}`],
    ['closers', 15_000, (n) => `${REQUEST}${'<<<\n'.repeat(n)}`],
    ['empty blocks', 15_000, (n) => `${REQUEST}${'>>>capture\n<<<\n'.repeat(n)}`],
    ['mock blocks', 15_000, (n) => `${REQUEST}${'>>>mock\n200\n<<<\n'.repeat(n)}`],
    ['mock headers', 15_000, (n) => `${REQUEST}>>>mock\n200\n${'A: b\n'.repeat(n)}<<<\n`],
    ['assertions', 15_000, (n) => `${REQUEST}>>>\n${'expect status 200\n'.repeat(n)}<<<\n`],
    ['bad assertions', 15_000, (n) => `${REQUEST}>>>\n${'bad\n'.repeat(n)}<<<\n`],
    ['unknown operators', 5_000, (n) => `${REQUEST}>>>\n${'expect a !contain b\n'.repeat(n)}<<<\n`],
    ['commented assertions', 15_000, (n) => `${REQUEST}>>>\n${'# c\nexpect a 1\n'.repeat(n)}<<<\n`],
    ['unused captures', 15_000, (n) => `${REQUEST}>>>capture\n${times(n, (i) => `c${i} from b\n`)}<<<\n`],
    ['captures of one name', 15_000, (n) => `${REQUEST}>>>capture\n${'a from b\n'.repeat(n)}<<<\n`],
    ['capture blocks', 15_000, (n) => `${REQUEST}${times(n, (i) => `>>>capture\nc${i} from b\n<<<\n`)}`],
    ['multipart lines', 15_000, (n) => `${REQUEST}>>>multipart\n${'field a = b\n'.repeat(n)}<<<\n`],
    [
      'queries',
      15_000,
      (n) => dedent`
        # @db a
        ${REQUEST}>>>db
        ${'query a\nexpect b 1\n'.repeat(n)}<<<
      `,
    ],
    [
      'lines of a query',
      15_000,
      (n) => dedent`
        # @db a
        ${REQUEST}>>>db
        query a
        ${'  b\n'.repeat(n)}<<<
      `,
    ],
    ['shell lines', 15_000, (n) => `${REQUEST}>>>shell\n${'echo\n'.repeat(n)}<<<\n`],
    ['indented delimiters', 15_000, (n) => `${REQUEST}\n${' >>>\n'.repeat(n)}`],
    ['look-alikes', 15_000, (n) => `${REQUEST}\nx\n${'# @tags a\n'.repeat(n)}`],
    ['include lines', 15_000, (n) => `${REQUEST}\nx\n${'< a\n'.repeat(n)}`],
    ['form fields', 15_000, (n) => `${REQUEST}\n${'& a = b\n'.repeat(n)}`],
    ['lines of a form', 15_000, (n) => `${REQUEST}\na=b\n${'&a=b\n'.repeat(n)}`],
    ['comments for a body', 15_000, (n) => `POST http://x/\n\n${'# {{a}}\n'.repeat(n)}`],
    ['open scripts', 15_000, (n) => `${REQUEST}${'> {%\n'.repeat(n)}`],
    ['requests with open scripts', 10_000, (n) => `###\n${REQUEST}> {%\n`.repeat(n)],
    ['response handlers', 15_000, (n) => `${REQUEST}${'> a\n'.repeat(n)}`],
    ['requests without separators', 10_000, (n) => `${REQUEST}>>>\n<<<\n`.repeat(n)],
    ['equal titles', 10_000, (n) => `### t\n${REQUEST}`.repeat(n)],
    ['equal names', 10_000, (n) => `# @name t\n${REQUEST}###\n`.repeat(n)],
    ['equal titles that depend on it', 10_000, (n) => `### t\n# @depends t\n${REQUEST}`.repeat(n)],
    ['equal titles that refer to it', 10_000, (n) => '### t\nGET http://x/{{t.a}}\n'.repeat(n)],
    ['a chain', 10_000, (n) => times(n, (i) => `### r${i}\n# @depends r${i + 1}\n${REQUEST}`)],
    [
      'a chain that refers to its end',
      5_000,
      (n) =>
        times(
          n,
          (i) => dedent`
            ### r${i}
            # @depends r${i + 1}
            GET {{r${n - 1}.a}}
          `,
        ),
    ],
    ['a cycle', 10_000, (n) => times(n, (i) => `### r${i}\n# @depends r${(i + 1) % n}\n${REQUEST}`)],
    [
      'a cycle of cycles',
      10_000,
      (n) => times(n, (i) => `### r${i}\n# @depends r${(i + 1) % n}, r0\n${REQUEST}`),
    ],
    [
      'small cycles',
      10_000,
      (n) => times(n, (i) => `### r${i}\n# @depends r${i % 2 === 0 ? i + 1 : i - 1}\n${REQUEST}`),
    ],
    ['dependencies of one request', 15_000, (n) => `# @depends ${times(n, (i) => `u${i},`)}\n${REQUEST}`],
    [
      'dependencies and references',
      5_000,
      (n) => dedent`
        ### b
        ${REQUEST}###
        # @depends ${times(n, (i) => `u${i},`)}
        GET ${'{{b.x}}'.repeat(n)}
      `,
    ],
    [
      'references to all requests',
      5_000,
      (n) => dedent`
        ${times(n, (i) => `### r${i}\n${REQUEST}`)}###
        GET ${times(n, (i) => `{{r${i}.x}}`)}
      `,
    ],
    ['a chain of variables', 10_000, (n) => times(n, (i) => `@v${i} = {{v${i + 1}}}\n`)],
    ['a cycle of variables', 10_000, (n) => times(n, (i) => `@v${i} = {{v${(i + 1) % n}}}\n`)],
    [
      'a cycle of cycles of variables',
      10_000,
      (n) => times(n, (i) => `@v${i} = {{v${(i + 1) % n}}}{{v0}}\n`),
    ],
    [
      'needs of one variable',
      10_000,
      (n) => `@a = ${times(n, (i) => `{{v${i}}}`)}\n${times(n, (i) => `@v${i} = {{a}}\n`)}`,
    ],
  ];

  it.each(KINDS)('%s', async (_name, count, make) => {
    await expectLinear(make, count / 5);
  });

  const LARGE_INPUTS: ReadonlySet<string> = new Set([
    ...[
      'block openers',
      'equal titles',
      'a chain',
      'a cycle',
      'a chain of variables',
      'a cycle of variables',
    ],
  ]);

  it.each(KINDS.filter(([name]) => LARGE_INPUTS.has(name)))(
    '%s, a hundred thousand',
    async (_name, _count, make) => {
      await findings(make(100_000));
    },
  );

  it('requests: 100,000 and no more', async () => {
    const file = await parseRequestFile(`###\n${REQUEST}`.repeat(100_000), 'a.http');
    expect([file.requests.length, file.diagnostics]).toEqual([100_000, []]);
    const larger = await parseRequestFile(`###\n${REQUEST}`.repeat(100_002), 'a.http');
    expect(larger.requests).toHaveLength(100_000);
    expect(larger.diagnostics).toMatchObject([
      { code: 'file_too_large', message: 'file exceeds 100,000 requests', line: 200_002 },
    ]);
  });
});

describe('bytes that are no UTF-8', () => {
  it('are reported on every line, however many', async () => {
    const found = await findings(Buffer.from('#\xff\xff\n'.repeat(200_000), 'latin1'));
    expect(found.filter(({ code }) => code === 'invalid_utf8')).toHaveLength(200_000);
  });
});
