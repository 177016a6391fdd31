import { parseDocument } from '../../../src/documents/parse-document.js';
import { ServiceError } from '../../../src/errors.js';
import { importDefinition } from '../../../src/operations/exchange/import-definition.js';
import { FetchFailure } from '../../../src/web-fetch/rules/fetch-failure.js';
import { renderEnvelope, renderPage } from '../../../src/web-fetch/render-response.js';
import { parseConfig } from '../../../src/workspace/config/config-text.js';
import { jsonText } from './json.js';
import { examplesOf, filesOf } from '../seeds.js';
import { allowing, allowingLater, must, mustEqual, type Target } from '../target.js';

const YAML_WORDS = [
  '- ',
  ': ',
  '\n  ',
  '&a ',
  '*a',
  '<<: *a',
  '!!str ',
  '!!binary ',
  '|\n',
  '>\n',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '# ',
  '---\n',
  '...\n',
  '? ',
  '~',
  '0o7',
  '.inf',
  '2024-01-01',
  '%YAML 1.2\n',
];

export const configTarget: Target = {
  name: 'service-yaml',
  seeds: [...filesOf(['examples'], ['service.yaml']), ...examplesOf(['yaml'])],
  words: [
    ...YAML_WORDS,
    'environments:',
    'headers:',
    'timeout: ',
    'proxy: ',
    'stress:',
    'secrets:',
    '${A}',
    '__proto__: ',
    'a: {b: c}',
  ],
  run: (text) => {
    const { config, problems } = parseConfig(text);
    must(config !== undefined || problems.length > 0, 'a config that is not valid has a problem');
    for (const { line, column, message } of problems) {
      must(
        line >= 1 && column >= 1 && message !== '',
        'a problem has a place',
        `${line}:${column} ${message}`,
      );
      must(!message.includes('\n'), 'a problem is one line', message);
    }
    mustEqual(
      parseConfig(Buffer.from(text)).problems.length === 0,
      problems.length === 0,
      'bytes mean the same as text',
    );
  },
};

export const documentTarget: Target = {
  name: 'document',
  seeds: [
    '{"openapi":"3.1.0","paths":{}}',
    'openapi: 3.0.0\npaths:\n  /a: {get: {}}\n',
    ...examplesOf(['yaml', 'json']),
  ],
  words: YAML_WORDS,
  generate: (random) => jsonText(random, 4),
  run: async (text) => {
    const parsed = await parseDocument(text);
    const json = allowing([SyntaxError], () => JSON.parse(text) as unknown);
    if (json === undefined || /"__proto__"|\d{16}|[eE]\+?\d{3}/.test(text)) return;
    if ('value' in parsed) mustEqual(parsed.value, json, 'JSON is read as JSON');
  },
};

const OPENAPI = [
  '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"servers":[{"url":"http://a.example/{v}","variables":{"v":{"default":"1"}}}],"paths":{"/x/{id}":{"get":{"operationId":"g","tags":["t"],"parameters":[{"name":"id","in":"path","schema":{"type":"integer","minimum":3}}],"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}},"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"a":{"type":"string","format":"date"}}}}}},"security":[{"k":[]}]}}},"components":{"schemas":{"A":{"type":"object","properties":{"self":{"$ref":"#/components/schemas/A"}}}},"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X"}}}}',
  '{"swagger":"2.0","host":"a.example","basePath":"/b","schemes":["http"],"paths":{"/p":{"post":{"consumes":["application/x-www-form-urlencoded"],"parameters":[{"in":"formData","name":"f","type":"array","items":{"type":"string"},"collectionFormat":"csv"}],"responses":{}}}}}',
];
const COLLECTION = [
  '{"info":{"name":"c","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"variable":[{"key":"a","value":"1"}],"item":[{"name":"r","event":[{"listen":"test","script":{"exec":["pm.test(\'s\', () => { pm.response.to.have.status(200); pm.expect(pm.response.json().a).to.eql(1); });","pm.environment.set(\'t\', pm.response.json().t);"]}}],"request":{"method":"POST","header":[{"key":"A","value":"{{a}}"}],"url":{"raw":"http://a.example/:id?q=1","path":[":id"],"variable":[{"key":"id","value":"5"}]},"body":{"mode":"raw","raw":"{}"},"auth":{"type":"bearer","bearer":[{"key":"token","value":"t"}]}}},{"name":"f","item":[]}]}',
];
const EXPORT = [
  '{"_type":"export","__export_format":4,"resources":[{"_id":"wrk_1","_type":"workspace","name":"w"},{"_id":"fld_1","_type":"request_group","parentId":"wrk_1","name":"f"},{"_id":"req_1","_type":"request","parentId":"fld_1","method":"GET","url":"{{ _.base }}/x","headers":[{"name":"A","value":"{% response \'body\', \'req_2\', \'b64::JC5h::46b\' %}"}],"body":{"mimeType":"application/json","text":"{}"},"authentication":{"type":"basic","username":"a","password":"b"}},{"_id":"env_1","_type":"environment","parentId":"wrk_1","data":{"base":"http://a.example"}}]}',
  'type: collection.insomnia.rest/5.0\nname: w\ncollection:\n  - name: r\n    url: http://a.example\n    method: GET\n    meta: {id: req_1}\n',
];
const HAR = [
  '{"log":{"version":"1.2","entries":[{"startedDateTime":"2031-01-01T00:00:00Z","time":3,"request":{"method":"POST","url":"http://a.example/x?y=1","headers":[{"name":"A","value":"b"}],"postData":{"mimeType":"application/json","text":"{\\"a\\":1}"}},"response":{"status":200,"headers":[],"content":{"mimeType":"application/json","text":"{\\"id\\":\\"a1b2c3d4e5\\"}"}}}]}}',
];
const CURL = [
  "curl -X POST 'http://a.example/x?y=1' -H 'A: b' -d '{\"a\":1}'",
  'curl -u a:b --data-urlencode x=y -F f=@b.txt http://a.example --compressed -L',
  "curl $'http://a\\x2fb' -G -d a=b -b c=d",
];

function importTarget(
  name: string,
  format: 'openapi' | 'collection' | 'clientexport' | 'curl' | 'har',
  seeds: readonly string[],
  words: readonly string[],
): Target {
  return {
    name,
    seeds,
    words,
    run: async (text, random) => {
      const options = { location: '', tests: true, saveBodies: random.oneIn(2), perFolder: random.oneIn(2) };
      const imported = await allowingLater([ServiceError], () => importDefinition(format, text, options));
      for (const { reason } of imported?.losses ?? []) must(reason !== '', 'a loss has a reason');
      for (const { path } of imported?.files ?? [])
        must(!/(?:^|\/)\.\.(?:\/|$)|^\/|\0/.test(path), 'a file stays below its folder', path);
    },
  };
}

const JSON_WORDS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '[]',
  '{}',
  '""',
  '"$ref":"#/paths"',
  '"__proto__":{"x":1}',
  '"../x"',
  '"{{"',
  '"\\n"',
  '1e9',
  'true',
];

export const importTargets: readonly Target[] = [
  importTarget('import-openapi', 'openapi', OPENAPI, [
    ...JSON_WORDS,
    '"allOf":[{"$ref":"#/components/schemas/A"}],',
    '"enum":[',
    '"style":"deepObject",',
    '"example":',
  ]),
  importTarget('import-collection', 'collection', COLLECTION, [
    ...JSON_WORDS,
    '"mode":"formdata",',
    '"mode":"graphql",',
    'pm.expect(',
    '.to.',
    "pm.test('",
    '});',
  ]),
  importTarget('import-client-export', 'clientexport', EXPORT, [
    ...JSON_WORDS,
    '{% uuid %}',
    '{{ _.x }}',
    '"_type":"request",',
    '"parentId":"req_1",',
    '{% response ',
  ]),
  importTarget('import-har', 'har', HAR, [
    ...JSON_WORDS,
    '"encoding":"base64",',
    '"params":[{"name":"a","value":"b"}],',
    '"mimeType":"multipart/form-data",',
  ]),
  importTarget('import-curl', 'curl', CURL, [
    ' -H ',
    ' -d ',
    ' -F ',
    ' -u ',
    "'",
    '"',
    '\\\n',
    '$(',
    '@',
    ' --json ',
    ' -T ',
    ' --url ',
    '\ncurl ',
    '[1-3]',
    '{a,b}',
    ' --next ',
  ]),
];

const PAGE =
  '<!doctype html><html><head><title>T &amp; x</title><base href="http://a.example/b/"></head><body><main><h1>H</h1><p>a <b>b</b> <a href="c?d#e">l</a></p><ul><li>1<ol><li>2</ol></ul><table><tr><th>a|b<td>c</table><pre><code class="language-js">x `y`</code></pre><img alt="i" src="x"></main></body></html>';

/** The first line is the type, the rest the body. */
export const pageTarget: Target = {
  name: 'page',
  seeds: [
    `text/html\n${PAGE}`,
    'application/json\n{"a":[1,{"b":null}]}',
    'application/xml\n<a>b</a>',
    'text/plain\nplain',
    'text/markdown\n# m',
  ],
  words: [
    '<p>',
    '</p>',
    '<div>',
    '<table>',
    '<td>',
    '<li>',
    '<ul>',
    '<pre>',
    '<a href="javascript:x">',
    '<svg>',
    '<template>',
    '<!--',
    '&#x0;',
    '&notin;',
    '<style>',
    '`',
    '*',
    '_',
    '|',
    '<h6>',
    '<b>',
    '<i>',
    '<form>',
    '<math>',
    '<select>',
    '<frameset>',
    'hidden',
  ],
  run: async (input, random) => {
    const [type = '', ...rest] = input.split('\n');
    const body = Buffer.from(rest.join('\n'));
    const head = {
      source: 'http://a.example/?secret=1',
      finalUrl: 'http://a.example/x?secret=1',
      method: 'GET',
      statusCode: 200,
      statusText: 'OK',
      redirects: 0,
      duration: 1,
    };
    const fetched = { ...head, headers: [['Content-Type', type]] as const, body };
    const maxBytes = 4 * 1024 * 1024;
    for (const format of ['text', 'markdown'] as const) {
      const options = { mainContent: random.oneIn(2), maxBytes, maxIndentedChars: 100_000 };
      const page = await allowingLater([FetchFailure], () => renderPage(fetched, format, options));
      if (page)
        must(
          !/\]\((?:javascript|data):/i.test(page.text) || !type.startsWith('text/html'),
          'no link runs anything',
          page.text,
        );
    }
    allowing([FetchFailure], () => renderEnvelope(fetched, 'json', maxBytes));
    allowing([FetchFailure], () => renderEnvelope(fetched, 'raw', maxBytes));
  },
};
