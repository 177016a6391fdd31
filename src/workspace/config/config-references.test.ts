import { describe, expect, it } from 'vitest';
import type { Config } from './config.js';
import { resolveReferences, type ResolvedConfig } from './config-references.js';

const resolved = (
  config: Config,
  process: Record<string, string | undefined> = {},
  dotenv: Record<string, string> = {},
): ResolvedConfig => resolveReferences(config, 'dev', { process, dotenv: new Map(Object.entries(dotenv)) });
const text = (
  value: string,
  ...sources: [Record<string, string | undefined>?, Record<string, string>?]
): unknown => resolved({ environments: { dev: { value } } }, ...sources).variables['value'];

describe('resolveReferences', () => {
  it('takes the process environment first, then dotenv, then the default', () => {
    expect(text('${A}', { A: 'process' }, { A: 'dotenv' })).toBe('process');
    expect(text('${A}', { A: '' }, { A: 'dotenv' })).toBe('dotenv');
    expect(text('${A:-other}', {}, { A: 'dotenv' })).toBe('dotenv');
    expect(text('${A:-other}', {}, { A: '' })).toBe('other');
    expect(text('${A:-other}')).toBe('other');
    expect(text('${A:-}')).toBe('');
    expect(text('a ${A} b ${B:-x y:-z} c', { A: '1' })).toBe('a 1 b x y:-z c');
  });

  it('writes ${ for $${ and leaves other text alone', () => {
    expect(text('$${A} $${B:-c}', { A: '1' })).toBe('${A} ${B:-c}');
    expect(text('$A $(A) ${1} ${} ${A {{A}} $', { A: '1' })).toBe('$A $(A) ${1} ${} ${A {{A}} $');
    expect(text('${A}', { A: '${B} $& $1', B: 'never' })).toBe('${B} $& $1');
  });

  it('warns about unset names of the environment in use only, without values', () => {
    const config: Config = {
      headers: { 'X-Key': 'secret ${GONE}' },
      environments: { dev: { a: { b: ['${ALSO_GONE}', '${EMPTY}'] } }, qa: { c: '${OTHER}' } },
    };
    const { warnings, variables, headers } = resolved(config, {}, { EMPTY: '' });
    expect(warnings).toEqual([
      'environments.dev.a.b[0]: ${ALSO_GONE} is not set, empty text is used',
      'headers.X-Key: ${GONE} is not set, empty text is used',
    ]);
    expect(variables).toEqual({ a: { b: ['', ''] } });
    expect(headers).toEqual({ 'X-Key': 'secret ' });
  });

  it('never reads variables of the service itself', () => {
    const process = { SVC_API_TOKEN: 'token', SEARCH_API_KEY: 'key' };
    expect(text('${SVC_API_TOKEN}${SEARCH_API_KEY}', process)).toBe('');
    expect(text('${constructor}${__proto__}')).toBe('');
  });

  it('replaces in values at any depth but not in names', () => {
    const shared = { k: '${A}' };
    const config: Config = { environments: { dev: { '${A}': [shared, { '${A}': shared }], n: 1, z: null } } };
    expect(resolved(config, { A: 'x' }).variables).toEqual({
      '${A}': [{ k: 'x' }, { '${A}': { k: 'x' } }],
      n: 1,
      z: null,
    });
    expect(shared).toEqual({ k: '${A}' });
  });

  it('gives nothing for an environment that is not defined', () => {
    expect(resolved({ environments: { qa: { a: 1 } } }).variables).toEqual({});
    expect(resolveReferences({}, 'constructor', { process: {}, dotenv: new Map() }).variables).toEqual({});
  });

  it('checks the proxy after replacing, without showing it', () => {
    expect(resolved({ proxy: '${P}' }, { P: 'http://u:p@h:1' }).proxy).toBe('http://u:p@h:1');
    expect(resolved({ proxy: '${P}' }).proxy).toBe('');
    const attempt = (): unknown => resolved({ proxy: '${P}' }, { P: 'socks5://user:hunter2@h' });
    expect(attempt).toThrow(
      'proxy must be an http:// or https:// URL, or empty, after its ${…} are replaced',
    );
    expect(attempt).not.toThrow('hunter2');
  });

  it('expands shared values once', () => {
    let value: unknown = 'x ${A}';
    for (let level = 0; level < 60; level += 1) value = [value, value];
    expect(resolved({ environments: { dev: { value } } }, { A: '1' }).variables['value']).toHaveLength(2);
  });
});
