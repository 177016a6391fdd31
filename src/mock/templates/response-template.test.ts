import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceivedRequest } from '../incoming/received-request.js';
import { compileResponse, fillResponse, MAX_TEMPLATE_LENGTH, TemplateTooLong } from './response-template.js';

interface Incoming {
  readonly type?: string;
  readonly header?: readonly (readonly [string, string])[];
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly parameters?: readonly string[];
}

const NAMES = ['id', 'place.id'];

function filled(body: string, incoming: Incoming = {}): { body: string; headers: readonly string[] } {
  const { type = 'application/json', header = [], parameters = ['7', '8'] } = incoming;
  const template = compileResponse({ headers: header, body, contentType: type }, NAMES, (text) => text);
  const { headers, body: text } = fillResponse(template, {
    parameters,
    host: 'depot.test:3000',
    request: new ReceivedRequest({
      method: 'POST',
      target: incoming.target ?? '/crates/7?page=2&tag=a%20b&tag=c',
      rawHeaders: incoming.headers ?? [
        'Content-Type',
        'application/json',
        'X-User',
        'Ada',
        'Cookie',
        'sid=s1',
      ],
      body: Buffer.from(
        incoming.body ?? '{"item": {"name": "Nut", "sizes": [3, 12345678901234567890]}, "a b": null}',
      ),
    }),
    clock: () => Date.UTC(2031, 3, 7, 9, 15, 2),
    random: (count) => new Uint8Array(count),
  });
  return { body: text, headers: headers.map(([, value]) => value) };
}

function problems(body: string): readonly string[] {
  return compileResponse({ headers: [], body, contentType: '' }, NAMES, (text) => text).problems.map(
    ({ written, linesBefore, reason }) => `${linesBefore} ${written} ${reason}`,
  );
}

describe('a placeholder', () => {
  it.each([
    ['{"a": {{request.body.item.sizes[1]}}}', '{"a": 12345678901234567890}'],
    ['{"a": "{{request.body.item.sizes[-1]}}"}', '{"a": "12345678901234567890"}'],
    ['{"a": {{ request.body.item }}}', '{"a": {"name":"Nut","sizes":[3,12345678901234567890]}}'],
    [
      '{"a": "{{request.body.item}}"}',
      '{"a": "{\\"name\\":\\"Nut\\",\\"sizes\\":[3,12345678901234567890]}"}',
    ],
    ['{"a": {{request.body["a b"]}}, "b": {{request.body.none}}}', '{"a": null, "b": null}'],
    ['["{{request.body.none}}", {{request.body.item.sizes[*]}}]', '["", [3,12345678901234567890]]'],
    ['[{{request.query.page}}, "{{request.query.page}}", "{{request.query.tag}}"]', '[2, "2", "a b"]'],
    ['["{{request.header.x-user}}", "{{request.cookie.sid}}"]', '["Ada", "s1"]'],
    ['[{{id}}, "{{request.path.place.id}}", "{{request.method}}"]', '[7, "8", "POST"]'],
    [
      '["{{request.url}}", "{{request.path}}"]',
      '["http://depot.test:3000/crates/7?page=2&tag=a%20b&tag=c", "/crates/7"]',
    ],
    ['[{{$timestamp}}, "{{$isoDate}}", {{$randomInt(5, 5)}}]', '[1933319702, "2031-04-07", 5]'],
    ['{{$base64({{request.body.item.name}}:{{id}})}}', '"TnV0Ojc="'],
    ['{{$urlDecode({{request.query.none}}%)}}', 'null'],
    ['"\\{{id}} {{ }} {{"', '"{{id}} {{ }} {{"'],
  ])('in %s', (template, text) => {
    expect(filled(template).body).toBe(text);
  });

  it('has the fields of a form, and the text of anything else', () => {
    const headers = ['Content-Type', 'application/x-www-form-urlencoded'];
    expect(filled('[{{request.body.n}}, {{request.body.t}}]', { headers, body: 'n=5&t=x%22&t=y' }).body).toBe(
      '[5, ["x\\"","y"]]',
    );
    const text = filled('[{{request.body}}, "{{request.body}}"]', { headers: [], body: 'a"b' });
    expect(text.body).toBe('["a\\"b", "a\\"b"]');
    expect(filled('{{request.body}}', { body: '' }).body).toBe('null');
    expect(filled('{{request.body}}', { type: 'text/plain', body: '{ "a":  1.0 }' }).body).toBe(
      '{ "a":  1.0 }',
    );
  });

  it('is not looked for in a value', () => {
    const body = JSON.stringify({ a: '{{$uuid}} {{request.body.b}}', b: 'secret' });
    expect(JSON.parse(filled('{"a": "{{request.body.a}}"}', { body }).body)).toEqual({
      a: '{{$uuid}} {{request.body.b}}',
    });
  });

  it('is escaped for the media type', () => {
    const body = JSON.stringify({ a: `<b a="1" b='2'>&` });
    const value = '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;';
    for (const type of [
      'text/html; charset=utf-8',
      'application/xml',
      'text/xml',
      'image/svg+xml',
      'application/xhtml+xml',
    ])
      expect(filled('<p x="{{request.body.a}}">{{request.body.a}}</p>', { type, body }).body).toBe(
        `<p x="${value}">${value}</p>`,
      );
    expect(filled('v={{request.body.a}}', { type: 'application/x-www-form-urlencoded', body }).body).toBe(
      'v=%3Cb+a%3D%221%22+b%3D%272%27%3E%26',
    );
    expect(filled('{"a": "{{request.body.a}}"}', { type: 'application/problem+json', body }).body).toBe(
      `{"a": "<b a=\\"1\\" b='2'>&"}`,
    );
    expect(filled('{"a": "{{request.body.a}}"}', { type: '{{request.header.accept}}', body }).body).toContain(
      '<b a="1"',
    );
  });

  it('cannot end a string of a program in HTML', () => {
    const type = 'text/html';
    const body = JSON.stringify({ a: `\\"</script>'` });
    const value = '\\u005c\\u0022\\u003c\\u002fscript\\u003e\\u0027';
    const page = `<script>f("{{request.body.a}}")</script><b onclick="f('{{request.body.a}}')">{{request.body.a}}</b>`;
    expect(filled(page, { type, body }).body).toBe(
      `<script>f("${value}")</script><b onclick="f('${value}')">\\&quot;&lt;/script&gt;&#39;</b>`,
    );
  });

  it('in a header has no line breaks, and in a cookie no attributes', () => {
    const body = JSON.stringify({ a: 'x\r\nSet-Cookie: b=1; Domain=é' });
    const header = [
      ['X-A', 'a {{request.body.a}} {{$uuid}}'],
      ['Set-Cookie', 'sid={{request.body.a}}; Path=/'],
    ] as const;
    expect(filled('', { header, body }).headers).toEqual([
      'a x%0D%0ASet-Cookie: b=1; Domain=%C3%A9 00000000-0000-4000-8000-000000000000',
      'sid=x%0D%0ASet-Cookie:%20b=1%3B%20Domain=%C3%A9; Path=/',
    ]);
  });
});

describe('a placeholder that means nothing', () => {
  it.each([
    ['\n{{other}}', /^1 \{\{other\}\} a template knows path parameters, functions, and request\.body/],
    ['{{request.headers.x}}', /a template knows/],
    ['{{request.query}}', /a template knows/],
    ['{{request.body[}}', /its path is not valid/],
    ['{{request.path.other}}', /the path has no parameter other/],
    ['{{$uid}}', /there is no function "uid"; near names: uuid/],
    ['{{$uuid(1)}}', /function "uuid": takes 0 arguments, not 1/],
    ['{{$randmInt(1, 2)}}', /there is no function "randmInt"; near names: randomInt/],
    ['{{$env(HOME)}}', /cannot contain the environment or the tokens/],
    ['{{$env HOME}}', /cannot contain the environment/],
    ['{{$sha256 abc}}', /the arguments of "sha256" stand in parentheses, as in \{\{\$sha256\(abc\)\}\}/],
    ['{{$processEnv HOME}}', /cannot contain/],
    ['{{$dotenv KEY}}', /cannot contain/],
    ['{{$auth.token("x")}}', /cannot contain/],
    ['{{$HOME}}', /cannot contain/],
    ['{{$base64({{other}})}}', /\{\{other\}\}: a template knows/],
  ])('%j', (text, reason) => {
    expect(problems(text)).toHaveLength(1);
    expect(problems(text)[0]).toMatch(reason);
    expect(filled(text, { type: 'text/plain' }).body).toBe(text);
  });
});

describe('any value', () => {
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\\"', '"}', '\u2028', ']]>', '-->', '{{$uuid}}', '"\n{"', '\\u0022'),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  );

  it('stays in its place of JSON', () => {
    const template =
      '{"s": "x{{request.query.v}}y{{request.query.v}}", "v": {{request.query.v}}, "last": [{{request.query.v}}]}';
    fc.assert(
      fc.property(values, (value) => {
        const target = `/?v=${encodeURIComponent(value.toWellFormed())}`;
        const document = JSON.parse(filled(template, { target }).body) as Record<string, unknown>;
        expect(Object.keys(document)).toEqual(['s', 'v', 'last']);
        expect(document.s).toBe(`x${value.toWellFormed()}y${value.toWellFormed()}`);
      }),
    );
  });

  it('of a JSON body is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const body = JSON.stringify({ v: value });
        expect(JSON.parse(filled('{"w": {{request.body.v}}}', { body }).body)).toEqual({
          w: JSON.parse(JSON.stringify(value)) as unknown,
        });
      }),
    );
  });

  it('stays in its place of XML, HTML, forms and headers', () => {
    fc.assert(
      fc.property(values, (value) => {
        const body = JSON.stringify({ v: value });
        const inMarkup = filled('<a b="{{request.body.v}}">{{request.body.v}}</a>', {
          type: 'text/xml',
          body,
        }).body;
        expect(inMarkup.match(/[<>"']/g)).toEqual(['<', '"', '"', '>', '<', '>']);
        const page = filled('<script>"{{request.body.v}}"</script>', { type: 'text/html', body }).body;
        expect(page.slice(8, -9)).toMatch(/^"(?:[A-Za-z0-9 _.,:-]|\\u[0-9a-f]{4})*"$/);
        const form = filled('a={{request.body.v}}&b=1', {
          type: 'application/x-www-form-urlencoded',
          body,
        }).body;
        expect([...new URLSearchParams(form)]).toEqual([
          ['a', value.toWellFormed()],
          ['b', '1'],
        ]);
        const header = [['X', '{{request.body.v}}']] as const;
        expect(filled('', { header, body }).headers[0]).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

it('is bounded, however often a value is repeated', () => {
  const body = JSON.stringify({ v: 'x'.repeat(1024 * 1024) });
  const many = `[${'"{{request.body.v}}",'.repeat(1000)}1]`;
  expect(() => filled(many, { body })).toThrow(TemplateTooLong);
  expect(() => filled('{{$sha256({{request.body.v}})}}'.repeat(1000), { body })).toThrow(TemplateTooLong);
  expect(filled('["{{request.body.v}}"]', { body }).body).toHaveLength(1024 * 1024 + 4);
  expect(MAX_TEMPLATE_LENGTH).toBe(16 * 1024 * 1024);
});
