import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { configSchema } from './config-schema.js';
import { parseConfig } from './config-text.js';
import { caseCount } from '../../../test/support/generated-cases.js';
import { lines } from '../../../test/support/unit/config-text-setup.js';

const configOf = (text: string): unknown => {
  expect(lines(text)).toEqual([]);
  return parseConfig(text).config;
};

describe('parseConfig', () => {
  it('reads YAML 1.2 core, not 1.1', () => {
    const text = 'environments: {dev: {a: yes, b: 0o14, c: 0x1F, d: 1_000, e: ~, f: 012, g: on, h: 1e3}}';
    expect(configOf(text)).toEqual({
      environments: { dev: { a: 'yes', b: 12, c: 31, d: '1_000', e: null, f: 12, g: 'on', h: 1000 } },
    });
  });

  it.each(['', '\n', '# only a comment\n', '---\n', '--- # c\n', '\ufeff', '{}', '\ufeff# c\n{}'])(
    'takes %j as no settings',
    (text) => {
      expect(configOf(text)).toEqual({});
    },
  );

  it('drops a byte-order mark without moving columns', () => {
    expect(lines('\ufefftimeoutt: 1')).toEqual([
      'service.yaml:1:1: unknown key "timeoutt"; did you mean "timeout"?',
    ]);
    expect(lines(Buffer.from('\ufeffa: [\n'))[0]).toMatch(/^service\.yaml:2:1: not valid YAML: /);
  });

  it('points at the key or the value, also behind CRLF and wide characters', () => {
    const text =
      'environments:\r\n  dev: {ä😀: 1}\r\nstress:\r\n  profiles:\r\n    a: {rate: 0}\r\ntls: {caCrt: x}\r\n';
    expect(lines(text)).toEqual([
      'service.yaml:5:5: stress.profiles.a needs the key "duration"',
      'service.yaml:5:15: stress.profiles.a.rate must be a number above 0',
      'service.yaml:6:7: unknown key "caCrt"; did you mean "caCert"?',
    ]);
    expect(parseConfig(text).problems[1]).toEqual({
      code: 'bad_value',
      message: 'stress.profiles.a.rate must be a number above 0',
      line: 5,
      column: 15,
      endColumn: 16,
    });
  });

  it.each([
    ['timeout:\nretries: 1\n', 'service.yaml:1:1: timeout must be a number above 0'],
    [
      'reporters:\n  - json\n  - jsn\n',
      'service.yaml:3:5: reporters[1] must be one of console, json, junit, tap, html, ctrf, github, har; did you mean "json"?',
    ],
    ['- a\n', 'service.yaml:1:1: the file must be a mapping of keys to values'],
    ['just text', 'service.yaml:1:1: the file must be a mapping of keys to values'],
    ['null', 'service.yaml:1:1: the file must be a mapping of keys to values'],
    ['timeout: 1\ntimeout: 2\n', 'service.yaml:2:1: duplicate key "timeout"'],
    ['environments: {dev: {a: 1, "a": 2}}', 'service.yaml:1:28: duplicate key "a"'],
    ['environments: {dev: {1: a, "1": b}}', 'service.yaml:1:28: duplicate key "1"'],
    ['environments: {dev: {__proto__: 1}}', 'service.yaml:1:22: key "__proto__" is not allowed'],
    ['environments: {dev: {a: [{constructor: 1}]}}', 'service.yaml:1:27: key "constructor" is not allowed'],
    ['x-a: {prototype: 1}', 'service.yaml:1:7: key "prototype" is not allowed'],
    ['timeout: !ms 5', 'service.yaml:1:10: tag !ms is not allowed; remove it'],
    ['x-a: !!binary aGk=', 'service.yaml:1:6: tag tag:yaml.org,2002:binary is not allowed; remove it'],
    ['x-a: !!set {a}', 'service.yaml:1:6: tag tag:yaml.org,2002:set is not allowed; remove it'],
    ['timeout: !!int five', 'service.yaml:1:10: the value does not fit its tag !!int'],
    ['x-a: *nope', 'service.yaml:1:6: no anchor "nope" stands before this alias'],
    ['x-a: &a [*a]', 'service.yaml:1:10: the alias refers to a value it is part of'],
    ['x-a: {? [b] : 1}', 'service.yaml:1:9: a key must be text'],
    ['x-a: {~: 1}', 'service.yaml:1:7: a key must be text'],
    ['%YAML 1.1\n---\ntimeout: 1\n', 'service.yaml:1:1: only YAML 1.2 is understood; remove the %YAML line'],
    ['timeout: 1\n---\ntimeout: 2\n', 'service.yaml:2:1: only one YAML document is allowed'],
    ['a: b: c\n', 'service.yaml:1:4: not valid YAML: nested mappings are not allowed in compact mappings'],
    ['\ttimeout: 1\n', 'service.yaml:1:1: not valid YAML: tabs are not allowed as indentation'],
    ['timeout: .inf', 'service.yaml:1:10: timeout must be a number above 0'],
  ])('refuses %j', (text, line) => {
    expect(lines(text)).toEqual([line]);
  });

  it('accepts core tags, anchors and aliases', () => {
    const text = 'timeout: !!int 5\nenvironments:\n  dev: &base {a: !!str 1}\n  qa: *base\n';
    expect(configOf(text)).toEqual({ timeout: 5, environments: { dev: { a: '1' }, qa: { a: '1' } } });
  });

  it('counts alias expansions, nested ones included', () => {
    const flat = (count: number): string =>
      `x-a: &a 1\nx-b: [${Array.from({ length: count }, () => '*a').join(', ')}]\n`;
    expect(lines(flat(100))).toEqual([]);
    expect(lines(flat(101))).toEqual(['service.yaml:2:407: more than 100 alias expansions']);
    const bomb = Array.from(
      { length: 30 },
      (_, level) => `x-${level + 1}: &n${level + 1} [*n${level}, *n${level}]`,
    );
    expect(lines(['x-0: &n0 1', ...bomb].join('\n'))).toEqual([
      'service.yaml:6:16: more than 100 alias expansions',
    ]);
  });

  it('reports a problem behind several aliases once, at the anchor', () => {
    const text = 'stress:\n  profiles:\n    a: &p {duration: 0s}\n    b: *p\n    c: *p\n';
    expect(lines(text)).toHaveLength(3);
    expect(new Set(lines(text).map((line) => line.split(' ')[0]))).toEqual(new Set(['service.yaml:3:22:']));
  });

  it('refuses bytes that are not UTF-8, with the place', () => {
    expect(lines(Buffer.from([0x61, 0x3a, 0x20, 0x31, 0x0a, 0x62, 0xff]))).toEqual([
      'service.yaml:2:2: file is not valid UTF-8 here',
    ]);
  });

  it('keeps secrets out of messages about broken YAML', () => {
    const secret = 'hunter2-secret';
    for (const text of [
      `headers:\n  A: "x" ${secret}\n`,
      `headers: {A: ${secret}\n`,
      `environments:\n  dev:\n    key: @${secret}\n`,
      `a: |${secret}\n`,
      `a: "\\${secret}"`,
      `- ]${secret}`,
      `a: *${secret}\n`,
      `${secret}\n`,
      `a: !<${secret} b`,
      `a: 'x\n${secret}`,
      `}${secret}`,
      `%${secret}\n---\na: 1`,
      `a: &x ${secret}\n  b: 1\n`,
    ]) {
      const found = lines(text);
      expect(found, text).not.toEqual([]);
      expect(found.join('\n').replace(/no anchor "[^"]*"/, ''), text).not.toContain(secret);
    }
  });

  it('agrees with the schema on any YAML it can read', () => {
    const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(configSchema());
    const scalar = fc.oneof(
      fc.constantFrom<unknown>(1, 0, 2, 1.1, true, null, 'x', '1s', '', 'auto', '5%'),
      fc.string({ maxLength: 4 }),
    );
    const names = fc.constantFrom(
      'timeout',
      'headers',
      'stress',
      'profiles',
      'duration',
      'thresholds',
      'errors',
      'reporters',
      'environments',
      'x-y',
      'proxy',
      'httpVersion',
      'dev',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('tree'), { maxLength: 2 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(names, tree, { maxKeys: 4, noNullPrototype: true }), (data) => {
        const text = stringify(data, { aliasDuplicateObjects: false });
        expect(lines(text).length === 0, text).toBe(accepts(parse(text)));
      }),
      { numRuns: caseCount(300, 15) },
    );
  });
});
