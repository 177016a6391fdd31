/** Random texts as people write them: every construct of the grammar, in every spelling and line end. */
import fc from 'fast-check';
import { comments, lineText, someText, token, word } from './text-pieces.js';

const lines = (...choices: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...choices);
const many = (item: fc.Arbitrary<string>, most = 3): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: fc.array(item, { maxLength: most }) },
  );

const blank = lines('', '', ' ', '\t ');
const comment = fc.oneof(
  lines('# note', '  // note', '#', '\t# a  ', '   ### not a separator', '# @x==y'),
  comments.map((found) => found[0] ?? '#'),
);
const variable = fc.oneof(
  lines('@base = http://127.0.0.1:1', '  @a=', '@secret token = {{base}} ', '@secret = x', '@a = "q" # kept'),
  fc.tuple(word, lineText).map(([name, value]) => `@${name} = ${value}`),
);

const directive = fc.oneof(
  lines(
    '# @name login',
    '// @name = search',
    '#@name x',
    '# @tags a, b,, a',
    '  # @skip',
    '# @skip = =why',
    '// @only yes',
    '# @if {{a}} == b',
  ),
  lines(
    '# @depends a, "b, c"',
    '# @timeout 5 s',
    '# @timeout {{t}}',
    '@timeout 500',
    '# @RETRY 3',
    '# @retryDelay = 10',
    '# @retryOn 503, 5XX',
  ),
  lines(
    '# @no-redirect',
    '# @auth basic ada, s3,cr et',
    '# @auth BEARER {{t}}',
    '# @auth none',
    '# @before echo "# hi"',
    '# @stress.weight 2',
  ),
  lines(
    '# @contract.state "a b"',
    '# @mock.when query.page == 2  and header X-A exists unless body.a == "# {{b}}"',
    '// @Mock.Delay = 100ms .. 2 s',
    '# @mock.fault status  503 5 %',
    '# @mock.sequence cycle',
    '# @prompt code',
    '# @my.Own-Thing  = x',
    '# @waitFor {{base}} 200 5 s 1 s',
    '# @data ./rows.csv',
    '# @each {{list.ids}}  as id',
    '// @Each = [1, "as b", {{x}}]',
    '# @delay 1 s',
    '# @delay {{t}}',
    '# @description',
  ),
  lineText.map((text) => `# @note ${text}`),
  lineText.map((text) => `//@description=${text}`),
  someText.map((text) => `# @after ${text}`),
);

const headForeign = lines(
  '< {% x %}',
  '<{%\n  a\n\n%} b',
  '{{\n  a\n}}',
  '{{@x\n}}',
  'import ./a.http',
  'run #name',
  '< ./pre.js',
  '<> old.json',
  '?? status == 1',
);
const tailForeign = lines(
  '> {% x %}',
  '> {%\n  a\n\n# no comment\n%}',
  '> ./handle.js',
  '>> out.json',
  '>>! out.json',
  '<> last.json',
  '?? status == 302',
  '{{+x\na\n}}',
);
/** Runs to the next separator. */
const unclosedForeign = lines('> {%\nnever closed\n\n', '{{\nnever closed');

const requestLine = fc.oneof(
  lines(
    'GET http://127.0.0.1:1/',
    'post {{base}}/x HTTP/1.1',
    'http://127.0.0.1:1/a',
    '{{base}}/b',
    '  PUT /p  ',
    'Delete http://127.0.0.1:1/a b HTTP/2 (Prior Knowledge)',
  ),
  lines(
    'GET a HTTP/1.1 HTTP/1.1',
    'HEAD http://127.0.0.1:1/{{ a b }}\n    ?q=1\n    &r=2 3',
    'GRPC x/y',
    'GET http://127.0.0.1:1\n\t/a\n  /b HTTP/1.1',
  ),
  someText.map((text) => `OPTIONS ${text}`),
);
const headerLine = fc.oneof(
  lines(
    'Accept: */*',
    'Content-Type:application/json',
    'X-Empty:  ',
    '? a = b',
    '  ? c',
    '?d=e = f',
    '? key with blank = {{v}}',
  ),
  fc.tuple(token, lineText).map(([key, value]) => `${key}: ${value}`),
  comment,
  directive,
);

const bodyLine = fc.oneof(
  lines(
    '{"a": 1,',
    '  "b": "{{c}}"}',
    '[',
    'plain',
    '  indented ',
    '# hash',
    '@v = 1',
    ' >>> no',
    '<<<',
    '',
    ' ',
    '< ./a.json',
    'a=1',
    '&b=2',
    '{{x}}',
  ),
  lineText.filter((text) => !/^(?:###|>>>|[<>?{])/.test(text)),
);
const body = fc.oneof(
  fc.array(bodyLine, { minLength: 1, maxLength: 5 }).map((found) => found.join('\n')),
  lines(
    '< ./a.json',
    '\n\n<@ "./b c.txt"  ',
    '<@utf8 x.json',
    '< " a "',
    '& a = 1\n\n  &b\n&c = d = e ',
    'a=1\n&b=2',
    '<?xml version="1.0"?>\n<a/>',
    '# only\n\n  // comments',
    '# c\n# @x orphan',
    '\n\n{\n}\n\n',
  ),
);

const assertionLine = lines(
  ...[
    'expect status 200',
    '  EXPECT status == 201 # why',
    'expect header Content-Type text/html; charset=utf-8',
    'expect body.a exists',
    'expect header exists',
  ],
  ...[
    'expect body.x not contains y',
    'expect body.x !length > 3',
    'expect a.b  each type integer',
    'expect body matches /^a #b$/i # c',
    'expect x between 1 and 5',
  ],
  ...[
    'expect x approx 1 ± 0.1',
    'expect x in [200, "a", {{b}}]',
    'expect x == {"a": "{{b}}"}',
    'expect jsonpath $.a[?(@.b == 1)] 1',
    'expect snapshot snapshot',
  ],
  ...[
    'expect body.n === 5 when status in [200, 201] unless header X-Empty exists # c',
    'expect body.note == call me when ready',
    'expect a each .id !absent unless b == x and c between 1 and 5',
    'expect variable x truthy when body matches /a when b/',
  ],
);
const captureLine = lines(
  'id from body.id',
  '  a-b FROM header X-Id # c',
  'c from cookie sid',
  'd from jsonpath "$.a [0]"',
  'e from regex /a b/i',
  'f from $.x',
  'g from status',
  'i from header " x"',
  'h from body',
  'token from body.token ?? body.accessToken || "none"',
  '  global t from text "{{response.status}} x" match /a b/ when status == 200 # c',
  'j from jsonpath $.a[*] first ?? [1, {"a": 2}]',
);
const blockLine = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: line },
    { weight: 1, arbitrary: fc.oneof(comment, lines('# @name inside')) },
    { weight: 1, arbitrary: blank },
  );
const contentOf = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(blockLine(line), { maxLength: 4 }).map((found) => found.join('\n'));
const block = (opener: string, content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(content, lines('<<<', '<<<  end', '<<< '))
    .map(([text, closer]) => (text === '' ? `${opener}\n${closer}` : `${opener}\n${text}\n${closer}`));
const rawLine = lines('a', '  b ', '', '# c', ' ###', '{{x}}', '200 OK', 'X: y');
const raw = fc.array(rawLine, { maxLength: 4 }).map((found) => found.join('\n'));

const blocks = fc.oneof(
  block('>>>', contentOf(assertionLine)),
  block('>>> Capture', contentOf(captureLine)),
  block('>>>shell', contentOf(lines('echo a', '- false # b', '  x'))),
  block(
    '>>>mock',
    fc.oneof(
      raw,
      lines('HTTP/1.1 201 Created\nA: b\n\n{}\n\n', '404', '{"a": 1}', '500 x\nB:\n\n\n y ', '200\n#h: x'),
    ),
  ),
);
const blockBody = fc.oneof(
  block(
    '>>>multipart',
    contentOf(
      lines('field a = b', '  FILE @./x.png', 'file f @a b; type=image/png; filename=n m', 'field c='),
    ),
  ),
  block('>>>graphql', raw),
  fc
    .tuple(raw, lines('{}', '\n{"a": {{b}}}\n', '{"a":\n1}'))
    .map(([text, json]) => `>>>graphql\n${text}\n>>>variables\n${json}\n<<<`),
  lines('>>>variables\n{}\n<<<\n>>>graphql\nquery\n<<<'),
);
const db = block(
  '>>>db',
  lines(
    'query select 1\n  from t\n  # c\nexpect rows 1',
    '  query a\n      b\n  expect x > 1 # y\n\nquery c',
  ),
).map((text) => text);

const tail = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: blocks },
    { weight: 1, arbitrary: tailForeign },
    { weight: 1, arbitrary: comment },
    { weight: 1, arbitrary: variable },
    { weight: 1, arbitrary: blank },
  ),
  { maxLength: 4 },
);

const separator = fc.oneof(
  lines('###', '### ', '#### Title', '###title  ', '### #', '### # ## x', '###\tlogin'),
  someText.map((text) => `### ${text}`),
);
const head = many(
  fc.oneof(
    { weight: 3, arbitrary: directive },
    { weight: 2, arbitrary: comment },
    { weight: 1, arbitrary: variable },
    { weight: 1, arbitrary: headForeign },
    { weight: 1, arbitrary: blank },
  ),
  4,
);

const withBody = fc
  .tuple(fc.option(body, { nil: '' }), tail)
  .map(([text, rest]) => (text === '' ? fromFirstEnd(rest) : ['', text, ...fromFirstEnd(rest)]));
const withBlockBody = fc
  .tuple(fc.option(fc.constant('# c'), { nil: '' }), blockBody, tail)
  .map(([text, first, rest]) => (text === '' ? [first, ...rest] : ['', text, first, ...rest]));
const rest = fc.oneof({ weight: 4, arbitrary: withBody }, { weight: 1, arbitrary: withBlockBody });

/** Nothing but a block or a foreign construct ends a header section or a body. */
function fromFirstEnd(found: readonly string[]): readonly string[] {
  const first = found.findIndex(
    (text) =>
      text.startsWith('>') || text.startsWith('<>') || text.startsWith('??') || text.startsWith('{{+'),
  );
  return first < 0 ? [] : found.slice(first);
}

const request = fc
  .tuple(
    separator,
    head,
    requestLine,
    many(headerLine, 4),
    rest,
    fc.option(unclosedForeign, { nil: '', freq: 12 }),
    fc.option(db, { nil: '', freq: 8 }),
  )
  .map(([first, above, line, headers, below, last, database]) => [
    first,
    ...(database === '' ? [] : ['# @db sqlite:x.db']),
    ...above,
    line,
    ...headers,
    ...below,
    ...(database === '' ? [] : [database]),
    ...(last === '' ? [] : [last]),
  ]);
/** A second request in the tail of the first. */
const withoutSeparator = fc
  .tuple(request, head, requestLine, rest)
  .map(([first, above, line, below]) => [...first, '>>>', '<<<', ...above, line, ...below]);
const skipped = fc.tuple(separator, head).map(([first, above]) => [first, ...above]);
const sections = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: request },
    { weight: 1, arbitrary: skipped },
    { weight: 1, arbitrary: withoutSeparator },
  ),
  { maxLength: 4 },
);
const preamble = many(
  fc.oneof(
    { weight: 3, arbitrary: variable },
    { weight: 3, arbitrary: comment },
    { weight: 1, arbitrary: blank },
    { weight: 1, arbitrary: directive },
    { weight: 1, arbitrary: headForeign },
  ),
  4,
);

/** A file whose line ends are of one kind, or of any kind in turn. */
export const writtenFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    preamble,
    sections,
    fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\r', '\n', '\r\n']),
    fc.boolean(),
  )
  .map(([mark, first, parts, ends, closed]) => {
    const all = [...first, ...parts.flat()].join('\n').split('\n');
    const text = all.map((line, i) => line + (line === '' ? ends[0] : ends[i % ends.length])).join('');
    return mark + (closed ? text : text.replace(/[\r\n]+$/, ''));
  });

const soupLine = fc.oneof(
  separator,
  directive,
  comment,
  variable,
  requestLine,
  headerLine,
  bodyLine,
  blocks,
  blockBody,
  tailForeign,
  headForeign,
  blank,
  lineText,
);

/** Lines in no order at all: mostly errors, but what parses must obey the laws too. */
export const lineSoup: fc.Arbitrary<string> = fc
  .array(soupLine, { maxLength: 8 })
  .map((found) => found.join('\n'));
