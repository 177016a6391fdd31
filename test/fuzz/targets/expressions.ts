import { JSONPathError } from 'json-p3';
import { valueAtPath } from '../../../src/evaluation/values/body-path.js';
import { LimitExceeded } from '../../../src/evaluation/bounded/limits.js';
import { BudgetExceeded, withinBudget } from '../../../src/evaluation/bounded/step-budget.js';
import { evaluateCondition } from '../../../src/evaluation/variables/condition.js';
import { compileJsonPath } from '../../../src/evaluation/json-path/json-path.js';
import {
  findSchemaViolations,
  SchemaProblem,
} from '../../../src/evaluation/json-schema/validate/validate-schema.js';
import { parseJson, type JsonValue } from '../../../src/evaluation/values/json.js';
import {
  compilePattern,
  loadLinearEngine,
  testPatternNow,
} from '../../../src/evaluation/pattern/safe-pattern.js';
import { VariableFailure } from '../../../src/evaluation/variables/variable-failure.js';
import { xpathValue } from '../../../src/evaluation/xpath/xml-path.js';
import { readMarkup } from '../../../src/evaluation/xpath/markup.js';
import { setProgramFolder } from '../../../src/primitives/threads/program-file.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import { readPath } from '../../../src/request-file/expressions/parse-path.js';
import { XPathProblem } from '../../../src/request-file/expressions/xpath/tokens.js';
import { builtFolder } from '../../support/program/built-folder.js';
import { responseView, checkLine, testScope, variables } from '../../support/runs/evaluation.js';
import { filesOf } from '../seeds.js';
import { allowing, allowingLater, must, mustEqual, type Target } from '../target.js';

// Threads load built files only.
setProgramFolder(builtFolder());

const BODY =
  '{"a":[{"b":1,"c":"x"},{"b":2.5},null],"items":[1,2,3],"name":"Ada","big":12345678901234567890,"":{}}';
const DOCUMENT = parseJson(BODY);
const LINES = filesOf(['test/corpus/parse-ok', 'examples'], ['.http']).flatMap((text) =>
  text.split('\n').filter((line) => /^\s*expect /.test(line)),
);

/** The first line is the assertion, the rest the body. */
export const assertionTarget: Target = {
  name: 'assertion',
  seeds: [...new Set(LINES)].map((line) => `${line}\n${BODY}`),
  words: [
    ...[
      'expect ',
      'not ',
      'status ',
      'header.a ',
      'body ',
      'body.a[*].b ',
      'jsonpath "$..b" ',
      'xpath "//a" ',
      'cookie.a ',
    ],
    ...[
      '== ',
      '!= ',
      '> ',
      'contains ',
      'matches /a+/ ',
      'exists',
      'is number',
      'length == ',
      'each ',
      'schema "a.json" ',
    ],
    ...[
      '"',
      '/',
      '[',
      ']',
      '{{a}}',
      'null',
      'true',
      '[1,2]',
      '{"a":1}',
      '1..5',
      '10%',
      'in ',
      'snapshot',
      'sha256 ',
    ],
  ],
  run: async (input, random) => {
    const [line = '', ...rest] = input.split('\n');
    const file = parseText(`GET http://127.0.0.1/\n\n>>>\n${line}\n<<<\n`, 'a.http');
    if (file.requests[0]?.assertions.length !== 1) return;
    const type = random.pick([
      'application/json',
      'text/html',
      'application/xml',
      'text/plain',
      'text/event-stream',
      '',
    ]);
    const headers = [
      ['A', 'b'],
      ['Set-Cookie', 'a=b; Path=/'],
    ] as const;
    const view = responseView(rest.join('\n'), { type, headers });
    const context = {
      scope: testScope({ variables: variables({ a: '1' }) }),
      schema: () => Promise.resolve({ type: 'object' }),
    };
    const checked = await allowingLater([VariableFailure], () => checkLine(line, view, context));
    if (checked) must(typeof checked.passed === 'boolean', 'an assertion passes or fails', checked.message);
  },
};

export const jsonpathTarget: Target = {
  name: 'jsonpath',
  seeds: [
    '$.a[*].b',
    '$..b',
    "$['a'][0]['c']",
    '$.a[?@.b > 1]',
    '$.items[1:3:1]',
    '$.a[?match(@.c, "x.*")]',
    '$[?length(@) > 2 && !@.x]',
  ],
  words: [
    '$',
    '@',
    '.',
    '..',
    '[',
    ']',
    '*',
    '?',
    "'a'",
    '"b"',
    ':',
    '-1',
    '==',
    '&&',
    '||',
    '!',
    '(',
    ')',
    'length(',
    'match(',
    'search(',
    'count(',
    'value(',
    '"[a-z]{1,3}"',
  ],
  run: async (expression) => {
    const query = await allowingLater([JSONPathError], () => compileJsonPath(expression));
    const found = allowing([JSONPathError, BudgetExceeded], () => withinBudget(() => query?.run(DOCUMENT)));
    if (query && !query.singular && found !== undefined)
      must(Array.isArray(found), 'a query gives a list', expression);
  },
};

const XML = '<r xmlns:p="urn:p"><a id="1">x<b>y</b></a><p:a>z</p:a><!-- c --><?pi d?></r>';

/** What exceeds its budget is done again in a thread that can be ended. */
const DECLARED_OF_XPATH = [XPathProblem, LimitExceeded, BudgetExceeded];

/** The first line is the expression, the rest the document. */
export const xpathTarget: Target = {
  name: 'xpath',
  seeds: [
    '//a',
    '/r/a[@id="1"]/b/text()',
    'count(//*)',
    'string(//p:a)',
    '//a[position()=last()]',
    'sum(//a) + 2 * 3',
    '//b/ancestor::*|//comment()',
  ].map((line) => `${line}\n${XML}`),
  words: [
    '/',
    '//',
    '@',
    '*',
    '[',
    ']',
    '(',
    ')',
    '::',
    'ancestor::',
    'following::',
    'text()',
    'position()',
    'last()',
    '|',
    ' or ',
    ' and ',
    ' div ',
    ' mod ',
    '"',
    '&lt;',
    '&#0;',
    '<a>',
    '</a>',
    '<![CDATA[',
    '<!DOCTYPE a [',
    '<!ENTITY x "y">',
    '&x;',
  ],
  run: async (input, random) => {
    const [expression = '', ...rest] = input.split('\n');
    const type = random.pick(['application/xml', 'text/html', '']);
    const markup = await allowingLater([LimitExceeded], () => readMarkup(rest.join('\n'), type));
    if (markup) allowing(DECLARED_OF_XPATH, () => withinBudget(() => xpathValue(expression, markup)));
  },
};

const SCHEMAS = [
  '{"type":"object","required":["a"],"properties":{"a":{"type":"array","items":{"$ref":"#/$defs/x"}}},"$defs":{"x":{"type":["object","null"]}}}',
  '{"allOf":[{"minimum":1},{"not":{"const":3}}],"if":{"type":"string"},"then":{"pattern":"^a+$"},"else":{"multipleOf":0.5}}',
  '{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"$id":"#b"}},"patternProperties":{"^a":{"format":"date"}},"additionalProperties":false}',
  ...filesOf(['examples/schemas'], ['.json']),
];

export const schemaTarget: Target = {
  name: 'json-schema',
  seeds: SCHEMAS,
  words: [
    '"$ref":"#"',
    '"$ref":"#/a"',
    '"$dynamicRef":"#x"',
    '"$anchor":"x"',
    '"oneOf":[',
    '"type":',
    '"pattern":"(a+)+$"',
    '"format":"uri"',
    '"unevaluatedProperties":false',
    '"dependentSchemas":{}',
    '{}',
    '[]',
    'true',
    ',',
    '}',
    ']',
  ],
  run: async (input) => {
    const schema = allowing([SyntaxError], () => parseJson(input));
    if (schema === undefined) return;
    const load = (path: string): Promise<unknown> =>
      path === 's.json' ? Promise.resolve(schema) : Promise.reject(new Error('no such file'));
    for (const value of [DOCUMENT, 'aaa', 3] as readonly JsonValue[]) {
      const found = await allowingLater([SchemaProblem], () =>
        findSchemaViolations(value, 's.json', load, 20),
      );
      if (found) must(found.length <= 20, 'no more is reported than asked for', String(found.length));
    }
  },
};

/** The first line is the pattern, the rest the text. */
export const patternTarget: Target = {
  name: 'pattern',
  seeds: [
    '^a+b?$\naab',
    '[a-z]{1,3}\\d\nab1',
    '(?:x|y)*z\nxyxz',
    '\\bword\\b\na word',
    '(a)(?=b)\nab',
    '\\p{L}+\né',
    '^$\n',
    '[^\\n]*\na\nb',
  ],
  words: [
    '(',
    ')',
    '[',
    ']',
    '{2,}',
    '*',
    '+',
    '?',
    '|',
    '^',
    '$',
    '.',
    '\\d',
    '\\w',
    '\\b',
    '\\1',
    '(?:',
    '(?=',
    '(?!',
    '(?<n>',
    '[^',
    '-',
    '\\u{61}',
    'a',
    'b',
    '\\p{Lu}',
  ],
  run: async (input) => {
    const [source = '', ...rest] = input.split('\n');
    const text = rest.join('\n').slice(0, 200);
    const pattern = allowing([SyntaxError], () => compilePattern(source, ''));
    if (!pattern) return;
    await loadLinearEngine();
    const found = testPatternNow(pattern, text);
    // The engine of the language is the reference where it cannot take for ever.
    if (found !== undefined && text.length <= 12 && source.length <= 40)
      mustEqual(found, pattern.native.test(text), 'both engines agree');
    const long = testPatternNow(pattern, `${text}${'a'.repeat(3000)}!`);
    must(long === undefined || typeof long === 'boolean', 'a long text gives a verdict or none', source);
  },
};

export const bodyPathTarget: Target = {
  name: 'body-path',
  seeds: ['a[0].b', 'a[*].b', 'items[-1]', 'a.length', '["a"][1]', 'name', 'a[*].b.length'],
  words: ['.', '[', ']', '*', '-1', '0', '"a"', "'b'", 'length', 'constructor', '__proto__', '\\'],
  run: (text) => {
    const reading = readPath(text);
    if (!reading.ok) return;
    const found = valueAtPath(DOCUMENT, reading.steps);
    must(typeof found !== 'function', 'no function of the program is reached', text);
    must(found !== Object.prototype && found !== Array.prototype, 'no prototype is reached', text);
  },
};

const FUNCTIONS = [
  '$uuid()',
  '$timestamp()',
  '$date("YYYY", "+1d")',
  '$randomInt(1, 5)',
  '$base64("x")',
  '$hmac("sha256", "a", "b")',
  '$env("A")',
  '$upper({{a}})',
  '$urlEncode("a b")',
  '$jsonEscape("a")',
];

export const templateTarget: Target = {
  name: 'template',
  seeds: [
    ...FUNCTIONS.map((call) => `a {{${call}}} b`),
    '{{a}} {{b}} {{c.d[0]}}',
    '{{cycle}}',
    '{{a ?? "x"}}',
    '\\{{a}}',
    '{{$A}}',
  ],
  words: ['{{', '}}', '\\{{', '$', '(', ')', ',', '"', "'", 'a', 'b', '??', '|', ...FUNCTIONS],
  run: (text) => {
    const values = variables({ a: '1', b: '{{a}}2', cycle: '{{other}}', other: '{{cycle}}' });
    const scope = testScope({ variables: values, environment: { c: { d: [1] } }, process: { A: 'x' } });
    const filled = allowing([VariableFailure], () => scope.text(text));
    if (filled !== undefined && !text.includes('{{')) mustEqual(filled, text, 'plain text stays as it is');
    allowing([VariableFailure], () => evaluateCondition(text, scope));
    allowing([VariableFailure], () => evaluateCondition(`${text} == ${text}`, scope));
  },
};
