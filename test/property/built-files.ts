/** Random trees as importers and the recorder build them: without layout, and writable. */
import fc from 'fast-check';
import type {
  Assertion,
  Auth,
  Body,
  Capture,
  CaptureAlternative,
  CaptureSource,
  CapturedValue,
  Comparison,
  Conditional,
  DatabaseQuery,
  EachDirective,
  FileVariable,
  Foreign,
  Json,
  KeyValue,
  Metadata,
  MockDelay,
  MockFault,
  MockResponse,
  MultipartField,
  Request,
  RequestFile,
  ShellCommand,
  VariableSet,
} from '../../src/request-file/model/model.js';
import { OPERATORS, TYPE_NAMES } from '../../src/request-file/text/operators.js';
import { comments, lineText, someText, token, trim, wholeText, word } from './text-pieces.js';

const line = 0;
const few = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<Item[]>([]) },
    { weight: 1, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
  );
const sometimes = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item | undefined> =>
  fc.option(item, { nil: undefined, freq: 3 });
const commented = <Item extends object>(
  item: fc.Arbitrary<Item>,
): fc.Arbitrary<Item & { comments?: readonly string[] }> =>
  fc
    .tuple(item, comments)
    .map(([value, above]) => (above.length === 0 ? value : { ...value, comments: above }));
/** A record without the keys that came out undefined. */
const present = <Item extends object>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item> =>
  item.map(
    (value) => Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Item,
  );

const variable: fc.Arbitrary<FileVariable> = commented(
  present(
    fc.record({
      name: fc.oneof(fc.constant('secret'), fc.stringMatching(/^[A-Za-z_][\w.-]{0,6}$/)),
      value: lineText,
      line: fc.constant(line),
      secret: fc.constantFrom(true as const, undefined),
    }) as fc.Arbitrary<FileVariable>,
  ),
);

const noEquals = someText.map((text) => trim(text.replaceAll('=', ''))).filter((text) => text !== '');
const pair = (key: fc.Arbitrary<string>): fc.Arbitrary<KeyValue> =>
  fc.record({ key, value: lineText, line: fc.constant(line) });

/** Lines that end neither a body nor a raw block, under every kind of line end. */
const verbatim = (first: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
        fc.constantFrom('x', '  indented', ' ### no', '# c', '@v = 1', 'trailing \t', '{', ' <<<', '\u2028'),
      ),
      { maxLength: 4 },
    )
    .map(
      (lines) => first + lines.map(([end, text]) => end + text).join('') + (lines.length > 0 ? '\nlast' : ''),
    );

const textBody: fc.Arbitrary<Body> = fc.oneof(
  verbatim('{"a": 1}').map((raw) => ({ contentType: 'json' as const, raw, line })),
  verbatim('\n [').map((raw) => ({ contentType: 'json' as const, raw, line })),
  verbatim('<?xml version="1.0"?>').map((raw) => ({ contentType: 'xml' as const, raw, line })),
  fc
    .constantFrom('a=1', 'a={{ x y }}&b=2', 'a=1\r\n&b=2')
    .map((raw) => ({ contentType: 'form' as const, raw, line })),
  verbatim('plain text ').map((raw) => ({ contentType: 'raw' as const, raw, line })),
  verbatim('\n\n  # text\nmore text').map((raw) => ({ contentType: 'raw' as const, raw, line })),
  verbatim('<<< {{x}}').map((raw) => ({ contentType: 'raw' as const, raw, line })),
);

const fieldsBody: fc.Arbitrary<Body> = fc
  .array(pair(fc.oneof(noEquals, fc.constant(''))), { minLength: 1, maxLength: 3 })
  .map((fields) => ({ contentType: 'form', raw: '', line, fields }));

const fileBody: fc.Arbitrary<Body> = fc
  .tuple(
    fc.oneof(fc.constantFrom('./a.json', 'my file.bin', '"quoted"', '{%', '{{dir}}/x'), word),
    fc.boolean(),
  )
  .map(([path, interpolate]) => ({ contentType: 'file', raw: '', line, path, interpolate }));

const part: fc.Arbitrary<MultipartField> = commented(
  fc.oneof(
    fc.record({ kind: fc.constant('field' as const), name: word, value: lineText, line: fc.constant(line) }),
    present(
      fc.record({
        kind: fc.constant('file' as const),
        name: word,
        path: fc.constantFrom('./a.png', 'with blank; and semicolon.txt', '@odd', '{{p}}'),
        line: fc.constant(line),
        type: fc.constantFrom('text/plain; charset=utf-8', 'image/png', undefined),
        filename: fc.constantFrom('n.png', 'two words', undefined),
      }) as fc.Arbitrary<MultipartField>,
    ),
  ),
);

const blockBody: fc.Arbitrary<Body> = fc.oneof(
  fc
    .array(part, { maxLength: 3 })
    .map((fields): Body => ({ contentType: 'multipart', raw: '', line, fields })),
  fc
    .tuple(
      fc.oneof(verbatim('query {'), fc.constant('')),
      fc.constantFrom(null, '{}', '\n{"a": {{x}}}', '{\r\n"a": 1}'),
    )
    .map(([graphql, variables]): Body => ({ contentType: 'graphql', raw: '', line, graphql, variables })),
);

const SUBJECTS = [
  'status',
  'header',
  'header X-A',
  'header "Type"',
  'cookie sid',
  'body',
  'body.a[0]["k # v"]',
  'a.b[*]',
  'jsonpath $.a[?(@.b == 1)]',
  'xpath "//a | //b"',
  'regex /a b\\/c/i',
  'p95',
  '$.x',
  'length',
  'variable a.b',
  'variable "exists"',
];
const COLUMNS = ['rows', 'id', 'Total'];
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('{{n}}', '{{ a.b }}', '12'),
);
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;

function expectedFor(operator: string, nested: boolean): fc.Arbitrary<Json> {
  switch (OPERATORS.get(operator)?.shape) {
    case 'none':
      return fc.constant(null);
    case 'number':
      return number;
    case 'count':
      return fc.oneof(fc.nat(), fc.constant('{{n}}'));
    case 'pair':
      return fc.tuple(number, number);
    case 'approximation':
      return fc.record({ value: number, delta: number });
    case 'scalar':
      return fc.oneof(fc.string(), lineText, fc.integer(), fc.boolean(), fc.constant(null));
    case 'pattern':
      return fc.constantFrom(
        '/a b/',
        '/^x #y$/ims',
        'a+',
        '\\d{2}',
        'say "no"',
        '[a-z]',
        '{{re}}',
        '/a\\/b/',
      );
    case 'type':
      return fc.constantFrom(...TYPE_NAMES);
    case 'list':
      return fc.oneof(fc.array(json, { maxLength: 3 }), fc.constant('{{list}}'));
    case 'path':
      return fc.constantFrom('./s.json', './a b.yaml#/pointer', '{{dir}}/s.json');
    case 'optional-name':
      return fc.constantFrom(null, 'first', 'two words # no comment');
    case 'each':
      return nested ? fc.constant(null) : expectation(INNER, true);
    default:
      return fc.oneof(
        json,
        lineText,
        fc.constantFrom('not found', 'exists', '{{x}}', '[1', '# x', 'true', '12', ''),
      );
  }
}

const ALL = [...OPERATORS.keys()];
const IN_CONDITIONS = ALL.filter((name) => name !== 'snapshot');
const INNER = ALL.filter((name) => !/each|schema|snapshot/i.test(name));

function expectation(
  operators: readonly string[],
  nested: boolean,
): fc.Arbitrary<{ operator: string; expected: Json }> {
  return fc
    .constantFrom(...operators)
    .chain((operator) => expectedFor(operator, nested).map((expected) => ({ operator, expected })));
}

const trailing = present(
  fc.record({ comment: fc.constantFrom('why', '', '# twice', undefined) }),
) as fc.Arbitrary<{ comment?: string }>;

const ELEMENT_PATHS = ['id', 'a.b[0]', '["k v"].x', undefined];

/** `each .path` for some of the assertions with `each`. */
const compared = (subjects: readonly string[], operators: readonly string[]): fc.Arbitrary<Comparison> =>
  fc
    .tuple(fc.constantFrom(...subjects), expectation(operators, false), fc.constantFrom(...ELEMENT_PATHS))
    .map(([subject, expects, path]) => {
      const isEach = /^(?:each|notEach)$/.test(expects.operator);
      return { subject, ...expects, ...(isEach && path !== undefined && { path }) };
    });

const conditionsOn = (subjects: readonly string[]): fc.Arbitrary<Conditional> => {
  const comparisons = fc.array(compared(subjects, IN_CONDITIONS), { minLength: 1, maxLength: 2 });
  const lists = fc.array(comparisons, { minLength: 1, maxLength: 2 });
  return present(
    fc.record({ when: sometimes(comparisons), unless: sometimes(lists) }),
  ) as fc.Arbitrary<Conditional>;
};

const rarely = <Value>(value: fc.Arbitrary<Value>, otherwise: Value): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });

const assertionOn = (
  subjects: readonly string[],
  operators: readonly string[],
  conditions: fc.Arbitrary<Conditional>,
): fc.Arbitrary<Assertion> =>
  commented(
    fc
      .tuple(compared(subjects, operators), conditions, trailing)
      .map(([comparison, condition, after]): Assertion => ({ ...comparison, line, ...condition, ...after })),
  );

const SOURCES: readonly (readonly [CaptureSource, string])[] = [
  ['body', ''],
  ['body', 'a.b'],
  ['body', '[0].x'],
  ['body', '$.a'],
  ['body', '$'],
  ['body', '$ref'],
  ['body', 'body'],
  ['body', 'status'],
  ['header', 'X-Id'],
  ['cookie', 'sid'],
  ['jsonpath', '$.a[?(@.b == 1)]'],
  ['jsonpath', '$.a ["b"]'],
  ['xpath', '//a | //b'],
  ['xpath', "//a[text() = 'x']"],
  ['xpath', '//a[@b="c d"]/text() and "x"'],
  ['regex', '/a b\\/c # d/i'],
  ['status', ''],
  ['sha256', ''],
  ['duration', ''],
];

const captureName = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][\w-]{0,5}$/),
  fc.constantFrom('global', 'from', 'when', 'text'),
);

const capturedValue: fc.Arbitrary<CapturedValue> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...SOURCES),
      lineText.map((path): readonly [CaptureSource, string] => ['text', path]),
    ),
    rarely(fc.constantFrom('/a b\\/c/i', '/^(x) ?? y$/'), undefined),
    fc.boolean(),
  )
  .map(([[source, path], match, first]) => ({
    source,
    path,
    ...(match !== undefined && { match }),
    ...(first && source === 'jsonpath' && { first: true as const }),
  }));

const alternative: fc.Arbitrary<CaptureAlternative> = fc
  .tuple(
    fc.constantFrom('??' as const, '||' as const),
    fc.oneof(
      capturedValue,
      json.map((literal) => ({ literal })),
    ),
  )
  .map(([operator, value]) => ({ operator, ...value }));

const capture: fc.Arbitrary<Capture> = commented(
  fc
    .tuple(
      captureName,
      capturedValue,
      fc.boolean(),
      rarely(fc.array(alternative, { minLength: 1, maxLength: 2 }), []),
      rarely(conditionsOn(SUBJECTS), {}),
      trailing,
    )
    .map(([name, value, global, or, conditions, after]) => ({
      name,
      ...value,
      line,
      ...(global && { global }),
      ...(or.length > 0 && { or }),
      ...conditions,
      ...after,
    })),
);

/** A quote that is not closed in a value would reach into its conditions. */
const variableSet: fc.Arbitrary<VariableSet> = fc
  .tuple(
    captureName,
    fc.boolean(),
    fc.oneof(
      lineText.map((value) => ({ value })),
      fc
        .tuple(
          fc.constantFrom('', 'x', '{"a": "when variable b == 1"}', '{{ a }} and b'),
          conditionsOn(['variable a.b', 'variable "x y"']),
        )
        .map(([value, conditions]) => ({ value, ...conditions })),
    ),
  )
  .map(([name, global, given]) => ({ name, ...given, ...(global && { global }) }));

const query: fc.Arbitrary<DatabaseQuery> = commented(
  fc.record({
    query: fc.constantFrom('select 1', 'select a -- # b\nfrom t\nwhere x = {{x}}', "select '  '"),
    line: fc.constant(line),
    assertions: few(assertionOn(COLUMNS, INNER, fc.constant({}))),
  }),
);

const command: fc.Arbitrary<ShellCommand> = commented(
  fc.record({
    command: fc.constantFrom('echo # hi', 'true', 'test -f "{{x}}"', 'a && b'),
    ignoreFailure: fc.boolean(),
    line: fc.constant(line),
  }),
);

const mock: fc.Arbitrary<MockResponse> = fc.oneof(
  fc
    .constantFrom('', '{"a": 1}', 'first\r\n\r\nlast ', '\n2000 not a status', 'HTTP/1.1')
    .map((body) => ({ status: 0, headers: [], body, line })),
  fc.record({
    status: fc.integer({ min: 200, max: 599 }),
    headers: few(pair(token)),
    body: fc.oneof(fc.constant(''), verbatim('x'), verbatim('\n200 x')),
    line: fc.constant(line),
  }),
);

const HEAD_FOREIGN = [
  '< {% x %}',
  '< {%\n  y\n%}',
  '{{\n a \n}}',
  '{{@b\nx\n}} y',
  'import ./a.http',
  'run #x',
  '< ./pre.js',
  '<> old.json',
  '?? status == 1',
  '> ./h.js',
];
const TAIL_FOREIGN = [
  '> {% x %}',
  '> {%\n  y\n\n # no comment\n%}',
  '>> out.json',
  '>>! out.json',
  '<> last.json',
  '?? status == 302',
  '{{+c\nx\n}}',
];
const foreign: fc.Arbitrary<Foreign[]> = fc
  .tuple(
    few(fc.constantFrom(...HEAD_FOREIGN)),
    few(fc.constantFrom(...TAIL_FOREIGN)),
    fc.constantFrom([], [], ['> {%\nnever closed']),
  )
  .map(([head, tail, last]) => [
    ...head.map((text): Foreign => ({ text, line, place: 'head' })),
    ...[...tail, ...last].map((text): Foreign => ({ text, line, place: 'tail' })),
  ]);

const param = fc.oneof(
  word,
  wholeText,
  fc.constantFrom(' padded ', '"quoted"', 'a, b', 'a,\tb', 'back\\slash"'),
);
const params = (...counts: readonly number[]): fc.Arbitrary<string[]> =>
  fc.constantFrom(...counts).chain((count) => fc.array(param, { minLength: count, maxLength: count }));
const auth: fc.Arbitrary<Auth> = fc.oneof(
  params(1).map((values): Auth => ({ type: 'bearer', params: values })),
  fc
    .tuple(fc.constantFrom('basic' as const, 'digest' as const), params(1), fc.oneof(param, fc.constant('')))
    .map(([type, [name = ''], last]): Auth => ({ type, params: [name, last] })),
  fc
    .tuple(fc.constantFrom('apiKey' as const, 'apiKeyQuery' as const), params(2))
    .map(([type, values]): Auth => ({ type, params: values })),
  params(4, 5).map((values): Auth => ({ type: 'cloudsig', params: values })),
  params(3, 4).map((values): Auth => ({ type: 'oauth2_client_credentials', params: values })),
  params(5, 6).map(([a = '', b = '', , ...rest]): Auth => ({
    type: 'oauth2_password',
    params: [a, b, '', ...rest],
  })),
  fc.constant<Auth>({ type: 'none', params: [] }),
);

const count = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });
/** Several directives of one name, of which some have no value. */
const repeated = fc.array(lineText, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const texts = fc.array(someText, { minLength: 1, maxLength: 2 });

const eachDirective: fc.Arbitrary<EachDirective> = fc.record({
  source: fc.oneof(
    fc.constantFrom('{{ids}}', '{{ list.ids[0] }}', '{{$json({{x}})}}', '[]', '[a as b, {{x}}, "as c"]'),
    fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer()).map(([first, last]) => `${first}..${last}`),
    fc.array(json, { maxLength: 3 }).map((list) => JSON.stringify(list)),
  ),
  name: fc.oneof(
    fc.constant('each'),
    fc.stringMatching(/^[A-Za-z_][\w-]{0,6}$/).filter((name) => !/^(?:row|response)$/.test(name)),
  ),
});

const REQUEST_PARTS = ['query.page', 'path.id', 'header X-A', 'cookie "s d"', 'body', 'body.a["k # v"]'];
const OF_REQUESTS = IN_CONDITIONS.filter((name) => !/schema/i.test(name));

const mockWhen: fc.Arbitrary<Conditional> = fc
  .tuple(
    fc.array(compared(REQUEST_PARTS, OF_REQUESTS), { minLength: 1, maxLength: 2 }),
    few(fc.array(compared(REQUEST_PARTS, OF_REQUESTS), { minLength: 1, maxLength: 2 })),
  )
  .map(([when, unless]) => ({ when, ...(unless.length > 0 && { unless }) }));

const mockDelay: fc.Arbitrary<MockDelay> = fc
  .tuple(fc.nat(3_600_000), fc.constantFrom(0, 0, 1, 1000, 60_000))
  .map(([min, more]) => ({ min, max: Math.min(min + more, 3_600_000) }));

const mockFault: fc.Arbitrary<MockFault> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('reset' as const, 'timeout' as const, 'malformed' as const).map((kind) => ({ kind })),
      fc.integer({ min: 200, max: 599 }).map((status) => ({ kind: 'status' as const, status })),
      fc
        .constantFrom(1, 1000, 1024, 1536, 5 * 1024 * 1024, 12_345_678_901)
        .map((bytesPerSecond) => ({ kind: 'slow-body' as const, bytesPerSecond })),
    ),
    fc.constantFrom(100, 0, 5, 12.5, 0.000001),
  )
  .map(([fault, percent]) => ({ ...fault, percent }));

const metadata: fc.Arbitrary<Metadata> = fc
  .tuple(
    present(
      fc.record({
        skip: sometimes(fc.oneof(fc.constant('skipped'), someText)),
        only: sometimes(fc.constant(true as const)),
        if: sometimes(texts),
        unless: sometimes(texts),
        set: sometimes(fc.array(variableSet, { minLength: 1, maxLength: 2 })),
        depends: sometimes(fc.uniqueArray(someText, { minLength: 1, maxLength: 2 })),
        data: sometimes(fc.constantFrom('./rows.csv', 'a b.JSON', '= odd.csv')),
        each: sometimes(eachDirective),
        delay: sometimes(fc.constantFrom(0, 250, 3_600_000)),
        waitFor: sometimes(
          fc.record({
            url: fc.constantFrom('{{base}}/up', 'http://127.0.0.1/{{ a b }}'),
            status: fc.constantFrom(200, 204, '{{s}}'),
            timeout: fc.constantFrom(30_000, 5, '{{t}}'),
            interval: fc.constantFrom(1000, 0, '{{i}}'),
          }),
        ),
        timeout: sometimes(count(100_000)),
        retry: sometimes(count(100)),
        retryDelay: sometimes(fc.constant(0)),
        retryOn: sometimes(fc.constantFrom(['503'], ['5xx', '429'])),
        noRedirect: sometimes(fc.constant(true as const)),
        noCookieJar: sometimes(fc.constant(true as const)),
        auth: sometimes(auth),
        before: sometimes(texts),
        after: sometimes(texts),
        'stress.weight': sometimes(count(9)),
        'stress.skip': sometimes(fc.constant(true as const)),
        'contract.provider': sometimes(fc.oneof(someText, fc.constantFrom('', ' padded ', '"q"', '"'))),
        'contract.state': sometimes(someText),
        'mock.when': sometimes(fc.array(mockWhen, { minLength: 1, maxLength: 2 })),
        'mock.delay': sometimes(mockDelay),
        'mock.fault': sometimes(fc.array(mockFault, { minLength: 1, maxLength: 2 })),
        'mock.template': sometimes(fc.constant(true as const)),
        dynamicValues: sometimes(fc.record({ 'stress.think': fc.constant('{{ a }}') })),
        prompt: sometimes(repeated),
        import: sometimes(repeated),
        forceref: sometimes(repeated),
        note: sometimes(lineText),
        line: sometimes(lineText),
        constructor: sometimes(lineText),
      }),
    ) as fc.Arbitrary<Metadata>,
    fc.integer({ min: 0, max: 3 }),
  )
  // Only one of them can say what a request is executed for.
  .map(([{ data, each, ...rest }, share]): [Metadata, number] => [
    { ...rest, ...(each === undefined ? data !== undefined && { data } : { each }) },
    share,
  ])
  .map(([all, share]) =>
    share === 0 ? all : (Object.fromEntries(Object.entries(all).toReversed().slice(0, share)) as Metadata),
  );

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'GRPC', 'WEBSOCKET'];
const URLS = [
  'http://127.0.0.1:1/',
  '{{base}}/x y',
  '/path',
  'a HTTP/1.1',
  'HTTP/2 (Prior Knowledge)',
  '# no',
  '@v = 1',
  '= x',
  '{{',
];

const request: fc.Arbitrary<Request> = fc
  .record({
    name: lineText,
    title: fc.oneof(lineText, fc.constantFrom('#', '## x', '#x')),
    description: lineText,
    tags: few(word).map((tags) => [...new Set(tags)]),
    method: fc.constantFrom(...METHODS),
    url: fc.oneof(fc.constantFrom(...URLS), someText),
    headers: few(commented(pair(token))),
    queryParams: few(commented(pair(noEquals))),
    assertions: few(assertionOn(SUBJECTS, ALL, rarely(conditionsOn(SUBJECTS), {}))),
    captures: few(capture),
    metadata,
    body: fc.oneof(fc.constant(null), textBody, fieldsBody, fileBody, blockBody),
    mock: fc.option(mock, { freq: 4 }),
    others: rarely(fc.array(mock, { minLength: 1, maxLength: 2 }), []),
    sequence: fc.constantFrom('cycle' as const, 'last' as const),
    db: few(query),
    shell: few(command),
    foreign,
    comments,
    endComments: comments,
  })
  .map(({ others, sequence, ...drawn }) => {
    const { mock: first, metadata: given } = drawn;
    if (first === null || others.length === 0) return drawn;
    return { ...drawn, mocks: [first, ...others], metadata: { ...given, 'mock.sequence': sequence } };
  })
  .map((drawn): Request => {
    const named = drawn.name === '' ? { ...drawn, name: drawn.title } : drawn;
    const wired =
      named.db.length > 0 ? { ...named, metadata: { ...named.metadata, db: 'sqlite:./x.db' } } : named;
    return { ...wired, line, requestLine: line, endComments: hasTail(wired) ? wired.endComments : [] };
  });

/** Comments behind a body need something that ends it. */
function hasTail(drawn: Omit<Request, 'line' | 'requestLine'>): boolean {
  const { body, assertions, captures, mock, db, shell, foreign } = drawn;
  if (body === null || body.contentType === 'multipart' || body.contentType === 'graphql') return true;
  const blocks = assertions.length + captures.length + db.length + shell.length;
  return (
    blocks > 0 ||
    mock !== null ||
    foreign.some(({ place, text }) => place === 'tail' && !text.endsWith('closed'))
  );
}

export const builtFile: fc.Arbitrary<RequestFile> = fc.record({
  path: fc.constant('built.http'),
  variables: few(variable),
  requests: fc.array(request, { maxLength: 3 }),
  diagnostics: fc.constant([]),
  comments,
});
