import { describe, expect, it } from 'vitest';
import {
  ClientEnvError,
  parseClientEnvFile,
  parseEditorSettings,
  type ClientEnvFile,
} from './client-env-file.js';

function parse(text: string): ClientEnvFile {
  return parseClientEnvFile({ text, shown: 'http-client.env.json', isPrivate: false });
}

function problem(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ClientEnvError) return error.message;
    throw error;
  }
  return 'none';
}

describe('an environment file of another client', () => {
  it('has variables of any type by environment, and shared ones', () => {
    const { environments, shared } = parse(
      '{"dev": {"a": "x", "b": 5, "c": [true, null], "d": {"e": 1}, "x.y": "${X}"}, "$shared": {"s": 1}}',
    );
    expect([...environments.keys()]).toEqual(['dev']);
    expect(Object.fromEntries(environments.get('dev')?.values ?? [])).toEqual({
      a: 'x',
      b: 5,
      c: [true, null],
      d: { e: 1 },
      'x.y': '${X}',
    });
    expect([...shared.values]).toEqual([['s', 1]]);
  });

  it('has no values for variables of secret stores', () => {
    const { environments } = parse('{"dev": {"k": {"provider": "AzureKeyVault", "secretName": "x"}}}');
    const { values, stores } = environments.get('dev') ?? { values: new Map(), stores: new Map() };
    expect([[...values], [...stores]]).toEqual([[], [['k', 'AzureKeyVault']]]);
  });

  it('keeps the settings of tokens, and notes the first setting that is not used', () => {
    const { environments, ignored } = parse(
      '{"$schema": "x", "dev": {"Security": {"Auth": {"api": {"Type": "OAuth2"}}}, "Proxy": {}}}',
    );
    expect([...(environments.get('dev')?.auth ?? [])]).toEqual([['api', { Type: 'OAuth2' }]]);
    expect(environments.get('dev')?.values.size).toBe(0);
    expect(ignored).toEqual({ key: '$schema', line: 1, column: 2 });
  });

  it('warns of repeated keys, and takes the last', () => {
    const { environments, warnings } = parse('{"dev": {"a": 1,\n "a": 2}}');
    expect(environments.get('dev')?.values.get('a')).toBe(2);
    expect(warnings).toEqual(['http-client.env.json:2:2: "a" is defined twice; the last one is used']);
  });

  it.each([
    ['[]', 'http-client.env.json:1:1: expected an object of environments'],
    ['{\n  "dev": 5}', 'http-client.env.json:2:10: expected an object of variables for "dev"'],
    ['{"dev": {"a": }}', 'http-client.env.json:1:15: expected a JSON value'],
    [
      `{"dev": {${Array.from({ length: 10_001 }, (_, at) => `"v${at}":1`).join(',')}}}`,
      /^http-client\.env\.json:1:\d+: more than 10000 variables$/,
    ],
  ])('is refused with its place: %.20s', (text, message) => {
    if (typeof message === 'string') expect(problem(text)).toBe(message);
    else expect(problem(text)).toMatch(message);
  });
});

describe('settings of an editor', () => {
  const key = '"rest-client.environmentVariables": {"dev": {"a": 1}}';
  it.each([
    ['of a folder', `{"x": 1, ${key}}`, ['dev']],
    ['of a workspace file', `{"folders": [], "settings": {${key}}}`, ['dev']],
    ['without the key', '{"x": 1}', undefined],
  ])('%s', (_title, text, names) => {
    const file = parseEditorSettings({ text, shown: 's', isPrivate: false });
    expect(file && [...file.environments.keys()]).toEqual(names);
  });
});
