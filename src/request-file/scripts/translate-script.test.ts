import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';
import { printFile } from '../print-file.js';
import { readFileSync } from 'node:fs';
import { FORM_GROUPS, formTables } from './forms/form-table.js';
import { START, type Form } from './forms/form.js';
import { translateAssertLine, translateScript } from './translate-script.js';
import type { ScriptSource, Translation } from './translation.js';

const SOURCE: ScriptSource = {
  text: '',
  client: 'postman',
  stage: 'after',
  line: 1,
  requestName: 'Sign in',
  importing: true,
};

const translate = (text: string, more: Partial<ScriptSource> = {}): Translation =>
  translateScript({ ...SOURCE, ...more, text });

/** The lines of a request that the printer writes for a translation, without the request itself. */
function linesOf({ assertions, captures, sets, changes, reports }: Translation): string[] {
  const [base] = parseText('### Sign in\nGET http://127.0.0.1/\n', 'a.http').requests;
  if (!base) throw new Error('no request');
  const { layout: _, ...request } = base;
  const timeout = changes.findLast(({ kind }) => kind === 'timeout');
  const headers = changes.flatMap((change) =>
    change.kind === 'header' ? [{ key: change.name, value: change.value, line: 0 }] : [],
  );
  const text = printFile({
    path: 'a.http',
    variables: [],
    diagnostics: [],
    comments: [],
    requests: [
      {
        ...request,
        assertions,
        captures,
        headers,
        metadata: {
          ...(sets.length > 0 && { set: sets }),
          ...(timeout?.kind === 'timeout' && { timeout: timeout.milliseconds }),
        },
      },
    ],
  });
  expect(parseText(text, 'a.http').diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const written = text.split('\n').filter((line) => !/^(?:$|###|>>>|<<<|GET )/.test(line));
  return [...written, ...reports.map(({ form }) => `reported: ${form}`)];
}

describe.each(FORM_GROUPS)('$title', ({ forms }) => {
  it.each(forms)('$script', ({ script, lines, stage }: Form) => {
    const text = stage === undefined && script.includes('json') ? `${START}\n${script}` : script;
    expect(linesOf(translate(text, { stage: stage ?? 'after' }))).toEqual(lines);
  });
});

describe('a value that is another one each time it is made', () => {
  it.each<[string, ScriptSource['stage'], string[]]>([
    [
      'const id = uuid.v4(); pm.environment.set("a", id); pm.environment.set("b", "x-" + id);',
      'before',
      ['# @set a = {{$uuid()}}', '# @set b = x-{{a}}'],
    ],
    [
      'pm.environment.set("a", Date.now()); pm.request.headers.add({ key: "X-A", value: pm.environment.get("a") });',
      'before',
      ['# @set a = {{$timestampMs()}}', 'X-A: {{a}}'],
    ],
    [
      'const t = Date.now(); if (pm.environment.get("q")) pm.environment.set("a", t); pm.environment.set("b", t);',
      'before',
      ['# @set a = {{$timestampMs()}} when variable q truthy', 'reported: pm.environment.set'],
    ],
    [
      'const t = Date.now(); pm.environment.set("a", t); pm.environment.set("b", t);',
      'after',
      ['a from text "{{$timestampMs()}}"', 'reported: pm.environment.set'],
    ],
    [
      'pm.environment.set("a", btoa("x")); pm.environment.set("b", pm.environment.get("a"));',
      'before',
      ['# @set a = {{$base64(x)}}', '# @set b = {{$base64(x)}}'],
    ],
  ])('is made once: %s', (script, stage, lines) => {
    expect(linesOf(translate(script, { stage }))).toEqual(lines);
  });
});

describe('where a script is red, a translation is not green', () => {
  const J = 'const json = pm.response.json();';
  it.each<[string, string[]]>([
    // Loops that are left early, or skip a part of what they do.
    ['for (const x of json.items) { if (x.a) break; assert(x.b); }', ['reported: a loop']],
    ['for (const x of json.items) { assert(x.b); if (x.a) break; }', ['reported: a loop']],
    ['for (const x of json.items) { if (!x.a) continue; assert(x.b); }', ['reported: a loop']],
    ['for (const k of ["a", "b"]) { if (json[k]) continue; assert(json.c); }', ['reported: a loop']],
    // Variables that were stored or removed in ways that are lost.
    [
      'if (weird()) { pm.environment.set("t", 1); } pm.expect(json.a).to.eql(pm.environment.get("t"));',
      ['reported: weird', 'reported: pm.expect'],
    ],
    [
      'pm.environment.set(weird(), 1); assert(pm.globals.get("t") === "x"); assert(json.a);',
      ['expect body.a truthy', 'reported: weird', 'reported: assert'],
    ],
    [
      'pm.environment.clear(); assert(json.a === 1); assert(environment.t === "x");',
      ['expect body.a === 1', 'reported: pm.environment.clear', 'reported: assert'],
    ],
    [
      'pm.environment.set("t", json.a); pm.environment.unset("t"); assert(pm.environment.get("t") === 1);',
      ['t from body.a', 'reported: pm.environment.unset', 'reported: assert'],
    ],
    // Searches by `==`, and values that may be one of two.
    ['pm.environment.set("t", json.list.find((x) => x.k == "V").id);', ['reported: pm.environment.set']],
    ['assert(json.list.some((x) => x.k == 5));', ['reported: assert']],
    ['assert((json.a && json.a.b) === null);', ['reported: assert']],
    ['assert(json.a && json.a.b);', ['expect body.a.b truthy']],
    ['assert((json.items || []).length !== 0);', ['reported: assert']],
    // Texts are compared as they were sent.
    ['assert(responseBody === "5");', ['expect body matches /^5$/']],
    ['pm.expect(pm.response.text()).to.eql("a b");', ['expect body matches /^a b$/']],
    ['pm.expect(JSON.stringify(json)).to.include("1.0");', ['reported: pm.expect']],
    // The identity of lists and objects, and the order and number of members.
    ['assert(json.a === ["x"]);', ['reported: assert']],
    ['pm.expect(json.a).to.equal({ b: 1 });', ['reported: pm.expect']],
    ['pm.expect(json.a).to.have.members([1, 1, 2]);', ['reported: pm.expect']],
    ['pm.expect(json.a).to.have.ordered.members([1, 2]);', ['expect body.a == [1,2]']],
    ['pm.expect(json.a).to.have.keys("length");', ['reported: pm.expect']],
    ['pm.expect(json.a).to.contain.oneOf([1]);', ['reported: pm.expect']],
    [
      'pm.expect(json.a).to.deep.include({ b: 1 });',
      [
        'expect body.a includes {"b":1} unless body.a type object',
        'expect body.a.b === 1 when body.a type object',
      ],
    ],
    // Values of other types in conditions.
    [
      'if (json.n < 5) assert(json.b);',
      ['expect body.n type number when body.n !absent', 'expect body.b truthy when body.n < 5'],
    ],
    [
      'if (json.a && json.a.includes("x")) assert(json.b);',
      [
        'expect body.a type array when body.a truthy unless body.a type string',
        'expect body.b truthy when body.a truthy and body.a contains "x"',
      ],
    ],
    ['if (json.a === json.b) assert(json.c);', ['reported: a condition']],
    ['assert(/a/y.test(json.a));', ['reported: assert']],
    ['if (/a/.test(json.a)) assert(json.b);', ['reported: a condition']],
    ['pm.expect(json.a).to.include({});', ['reported: pm.expect']],
    [
      'pm.expect(json.a).to.not.have.lengthOf(1);',
      ['expect body.a exists', 'expect body.a.length !== 1', 'expect body.a.length !absent'],
    ],
    ['assert(json.n > "5");', ['reported: assert']],
    ['pm.response.to.have.status("created");', ['reported: pm.response.to.have.status']],
    ['pm.response.to.not.be.json;', ['reported: pm.response.to.not.be.json']],
    ['pm.expect(json).to.exist;', ['expect jsonpath "$" exists']],
  ])('%s', (script, lines) => {
    expect(linesOf(translate(script.includes('json') ? `${J}\n${script}` : script))).toEqual(lines);
  });

  it('searches a body that is text or a list', () => {
    const script = 'client.assert(response.body.includes("x"));';
    expect(linesOf(translate(script, { client: 'jetbrains' }))).toEqual([
      'expect body contains "x" unless body type array',
      'expect body includes "x" when body type array',
      'expect body type array unless body type string',
    ]);
  });

  it('reads null where a header is absent, as its client does', () => {
    const script =
      'client.assert(response.headers.valueOf("X-A") === null); client.assert(response.headers.valueOf("X-B") !== null);';
    expect(linesOf(translate(script, { client: 'jetbrains' }))).toEqual([
      'expect header X-A absent',
      'expect header X-B !absent',
    ]);
  });

  it('reads no list of values as one value', () => {
    const script =
      'expect(res("list.p")).to.include("x"); expect(res("a.b")).to.equal(5); bru.setVar("x", res("a.b"));';
    expect(linesOf(translate(script, { client: 'bruno' }))).toEqual([
      'expect body.a.b === 5',
      'reported: expect',
      'reported: bru.setVar',
    ]);
  });

  it('knows what scripts before it have stored in a way that is lost', () => {
    const { lostVariables = [] } = translate('pm.environment.set("t", weird());', { stage: 'before' });
    expect(lostVariables).toEqual(['t']);
    const script = 'assert(pm.environment.get("t") === "x"); assert(pm.environment.get("u") === "x");';
    expect(linesOf(translate(script, { lostVariables }))).toEqual([
      'expect variable u == "x"',
      'reported: assert',
    ]);
  });
});

describe('translateAssertLine', () => {
  it.each([
    ['res.status', 'eq 200', ['expect status == 200']],
    ['res.status', '200', ['expect status == 200']],
    ['res.body.n', '5', ['expect body.n === 5']],
    ['res.body.n', 'eq 007', ['expect body.n === 7']],
    ['res.body.n', 'eq "5"', ['expect body.n === "5"']],
    ['res.body.a', 'neq x', ['expect body.a != "x"']],
    ['res.body.n', 'gt 3', ['expect body.n > 3', 'expect body.n type number']],
    ['res.body.n', 'gte 3', ['expect body.n >= 3', 'expect body.n type number']],
    ['res.body.n', 'lt 3', ['expect body.n < 3', 'expect body.n type number']],
    ['res.body.n', 'lte {{x}}', ['expect body.n <= {{x}}', 'expect body.n type number']],
    ['res.body.a', 'in a, b', ['expect body.a in ["a","b"]']],
    ['res.body.a', 'notIn [1, 2]', ['expect body.a !== 1', 'expect body.a !== 2']],
    [
      'res.body.a',
      'contains "x"',
      ['expect body.a contains "x"', 'expect body.a type array unless body.a type string'],
    ],
    [
      'res.body.a',
      'notContains x',
      ['expect body.a !contains "x"', 'expect body.a type array unless body.a type string'],
    ],
    ['res.body.a', 'length 2', ['expect body.a.length === 2']],
    ['res.body.a.length', 'gt 2', ['expect body.a.length > 2']],
    ['res.body.a', 'matches ^x/y$', [String.raw`expect body.a matches /^x\/y$/`]],
    ['res.body.a', 'matches /^x/', ['expect body.a matches /^x/']],
    ['res.body.a', 'notMatches ^x', ['expect body.a !matches /^x/ unless body.a absent']],
    ['res.body.a', 'notMatches /^x/i', ['reported: the assertion']],
    ['res.body.name', 'startsWith A', ['expect body.name startsWith "A"', 'expect body.name type string']],
    ['res.body.name', 'endsWith A', ['expect body.name endsWith "A"', 'expect body.name type string']],
    ['res.body.n', 'between 1, 10', ['expect body.n between 1 and 10', 'expect body.n type number']],
    ['res.body.a', 'isEmpty', ['expect body.a isEmpty']],
    ['res.body.a', 'isNotEmpty', ['expect body.a !isEmpty']],
    ['res.body.a', 'isNull', ['expect body.a type null']],
    ['res.body.a', 'isUndefined', ['expect body.a absent']],
    ['res.body.a', 'isDefined', ['expect body.a !absent']],
    ['res.body.a', 'isTruthy', ['expect body.a == true']],
    ['res.body.a', 'isFalsy', ['expect body.a == false']],
    ['res.body', 'isJson', ['expect body type array unless body type object']],
    ['res.body.a', 'isNumber', ['expect body.a type number']],
    ['res.body.a', 'isString', ['expect body.a type string']],
    ['res.body.a', 'isBoolean', ['expect body.a type boolean']],
    ['res.body.a', 'isArray', ['expect body.a type array']],
    ['res.headers["X-Id"]', 'eq {{x}}', ['expect header X-Id === {{x}}']],
    ['res("list.p")', 'contains x', ['reported: the assertion']],
    ['res("a.b")', 'eq 5', ['expect body.a.b === 5']],
    ['res.body.a + 1', 'eq 2', ['reported: the assertion']],
    ['res.body.n', 'gt x', ['reported: the assertion']],
  ])('reads %s: %s', (expression, written, lines) => {
    const source: ScriptSource = { ...SOURCE, client: 'bruno' };
    expect(linesOf(translateAssertLine(expression, written, source))).toEqual(lines);
  });
});

describe('hostile scripts', () => {
  it.each([
    ['brackets', `pm.expect(${'['.repeat(4000)}${']'.repeat(4000)}).to.be.ok;`],
    ['a chain of operators', `pm.expect(pm.response.code).to.equal(${'1+'.repeat(20_000)}1);`],
    ['a prefix', `pm.expect(${'!'.repeat(20_000)}1).to.be.ok;`],
    ['a chain of members', `pm.expect(pm${'.a'.repeat(3000)}).to.be.ok;`],
    ['a chain of else', `${'if (a) {} else '.repeat(3000)}b();`],
    ['too many nodes', 'a();'.repeat(10_000)],
    ['a large text', `"${'x'.repeat(300_000)}";`],
    ['broken text', 'pm.test("x", function () {'],
  ])('report %s as a whole', (_name, text) => {
    const { assertions, reports } = translate(text);
    expect(assertions).toEqual([]);
    expect(reports).toHaveLength(1);
    expect(reports[0]?.form).toBe('the script');
  });

  it('become at most 500 lines', () => {
    const { assertions, reports } = translate('assert(response.body.a);'.repeat(600));
    expect(assertions).toHaveLength(500);
    expect(reports.map(({ reason }) => reason)).toContain('makes more than 500 lines');
  });

  it('cannot make a text grow without limit, nor functions call each other endlessly', () => {
    const doubled = `let a = "x"; ${'a = a + a;'.repeat(40)} pm.environment.set("a", a);`;
    expect(translate(doubled).reports).toHaveLength(1);
    const calls = 'f();'.repeat(300);
    const nested = `function h() { ${'g();'.repeat(300)} } function g() { ${calls} } function f() { h(); } h();`;
    expect(translate(nested).assertions).toEqual([]);
  });

  it('cannot leave the line, the comment or the quotes that they are written in', () => {
    const name = String.raw`a\n<<<\n### x\nGET http://127.0.0.1:1/`.replaceAll('\\\\', '\\');
    const text = `pm.test("${name}", () => { pm.expect(pm.response.json().a).to.equal("b\\n>>>\\n{{$env(HOME)}}"); });`;
    const lines = linesOf(translate(text));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(String.raw`\\{{$env(HOME)}}`);
  });
});

describe('places', () => {
  it('count in the file, and name the last line of a statement', () => {
    const text = 'pm.sendRequest("u", () => {\n  a();\n});\nassert(response.body.a);';
    const { assertions, reports } = translate(text, { line: 11, column: 6 });
    expect(reports).toEqual([
      {
        line: 11,
        column: 6,
        endLine: 13,
        endColumn: 4,
        form: 'pm.sendRequest',
        reason: 'starts another request',
      },
    ]);
    expect(assertions[0]?.line).toBe(14);
  });

  it.each([
    ['of a script that breaks off end with its line', 'if (a) {', [3, 13, 3, 13]],
    ['of a line that cannot be read stay on it', 'a();\n= 1;\nb();', [4, 1, 4, 2]],
    ['count no lines at other separators', '/*\u2028*/ a();', [3, 11, 3, 15]],
    ['of a script that is too large end with it', `"${'x'.repeat(256 * 1024)}"`, [3, 5, 3, 262_151]],
  ])('%s', (_, text, place) => {
    const [report] = translate(text, { line: 3, column: 5 }).reports;
    expect([report?.line, report?.column, report?.endLine, report?.endColumn]).toEqual(place);
  });
});

describe('docs/scripts.md', () => {
  it('has the table of forms', () => {
    const page = readFileSync(new URL('../../../docs/scripts.md', import.meta.url), 'utf8');
    expect(page).toContain(formTables());
  });
});
