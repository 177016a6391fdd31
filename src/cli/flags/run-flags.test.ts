import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS } from '../../workspace/config/config.js';
import type { Shape } from '../../primitives/shapes/check-shape.js';
import type { SettingFields } from '../../workspace/config/config-setting.js';
import type { Flag } from './flag.js';
import { settingsFromFlags } from '../command/settings-from-flags.js';
import { run } from '../commands/run.js';
import { GLOBAL_FLAGS } from './global-flags.js';
import { parseFlags } from './parse-flags.js';
import { RUN_FLAGS } from './run-flags.js';

function parse(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return parseFlags(words, { ...RUN_FLAGS, ...GLOBAL_FLAGS }, env);
}

type SettingShape = Shape & SettingFields;

function allSettings(settings: object): SettingShape[] {
  return Object.entries(settings as Record<string, SettingShape>).flatMap(([name, setting]) => {
    if (name === 'stress' || name === 'verbose' || name === 'noColor') return [];
    return setting.properties ? allSettings(setting.properties) : [setting];
  });
}

describe('the flags of a run', () => {
  it('include every setting with its environment variable', () => {
    const flags: Readonly<Record<string, Flag<unknown>>> = run.flags;
    const settings = allSettings(CONFIG_KEYS).filter(({ flag }) => flag !== undefined);
    expect(settings.length).toBeGreaterThan(25);
    for (const { flag = '', variable } of settings) {
      expect(flags[flag.slice(2)]?.environment, flag).toBe(variable);
    }
  });

  it.each([
    [['--timeout', '1m30s', '--connect-timeout=250ms'], { timeout: 90_000, connectTimeout: 250 }],
    [['--retries', '0', '--retry-delay', '0'], { retries: 0, retryDelay: 0 }],
    [['--no-follow', '--no-cookies', '-k'], { followRedirects: false, cookies: false, validateSSL: false }],
    [['--no-follow=false', '--insecure=no'], { followRedirects: true, validateSSL: true }],
    [['-p', '--concurrency', '9', '--bail'], { parallel: true, concurrency: 9, bail: true }],
    [['--http', '1.1', '--proxy', ''], { httpVersion: '1.1', proxy: '' }],
    [['-e', 'qa', '--env-file', '.env'], { defaultEnvironment: 'qa', envFile: '.env' }],
    [['--cert', 'a', '--key', 'b'], { tls: { clientCert: 'a', clientKey: 'b' } }],
    [['--no-history', '--history-db', 'h.db'], { history: { enabled: false, path: 'h.db' } }],
    [
      ['--coverage', '--openapi', 'o.yaml', '--coverage-min', '79.5'],
      { coverage: { openapi: 'o.yaml', min: 79.5 } },
    ],
    [['-v', '-o', 'json', '--secret', 'a=b'], {}],
  ])('%j', (words, expected) => {
    const { values, problems } = parse(words);
    expect(problems).toEqual([]);
    const filled = Object.entries(settingsFromFlags(values)).filter(
      ([, value]) => typeof value !== 'object' || Object.keys(value ?? {}).length > 0,
    );
    expect(Object.fromEntries(filled)).toEqual(expected);
  });

  it('are read from the environment in the same way, flags first', () => {
    const env = {
      SVC_TIMEOUT: '2s',
      SVC_NO_FOLLOW: 'YES',
      SVC_PARALLEL: '',
      SVC_OUTPUT: 'JUnit',
      SVC_SHARD: '2/3',
    };
    const { values, problems } = parse(['--timeout', '1s'], env);
    expect(problems).toEqual([]);
    expect(values).toMatchObject({
      timeout: 1000,
      'no-follow': true,
      parallel: undefined,
      output: 'junit',
      shard: { index: 2, count: 3 },
    });
  });

  it.each([
    [['--timeout', '30'], '"30" is not a value of --timeout; "30" has no unit; write 30ms, 30s, 30m or 30h'],
    [['--timeout', '0s'], '"0s" is not a value of --timeout; it must be above 0'],
    [['--concurrency', '0'], '"0" is not a value of --concurrency; use a whole number above 0'],
    [['--retries', '1.5'], '"1.5" is not a value of --retries; use a whole number of at least 0'],
    [['--max-redirects', '101'], '"101" is not a value of --max-redirects; use a whole number from 0 to 100'],
    [['--coverage-min', '101'], '"101" is not a value of --coverage-min; use a number from 0 to 100'],
    [['--shard', '4/3'], '"4/3" is not a value of --shard; use i/n with i from 1 to n, such as 2/5'],
    [['--shard', '0/3'], '"0/3" is not a value of --shard; use i/n with i from 1 to n, such as 2/5'],
    [['--http', '3'], 'unknown value of --http "3"; valid: auto, 1.1, 2'],
    [
      ['--output', 'jsn'],
      'unknown value of --output "jsn"; did you mean "json"? (valid: console, json, junit, tap, html, ctrf, github, har)',
    ],
    [
      ['--report', 'pdf=x'],
      '"pdf=x" is not a value of --report; unknown format "pdf"; valid: console, json, junit, tap, html, ctrf, github, har',
    ],
    [['--report', 'json'], '"json" is not a value of --report; use json=path'],
    [['--variable', 'a'], '"a" is not a value of --variable; use name=value'],
    [['--variable', '=a'], '"=a" is not a value of --variable; use name=value'],
    [['--env='], '"" is not a value of --env; it must not be empty'],
  ])('%j is refused', (words, problem) => {
    expect(parse(words).problems).toEqual([problem]);
  });

  it('name the variable when its value is bad', () => {
    const { problems } = parse([], { SVC_TIMEOUT: '30', SVC_BAIL: 'maybe' });
    expect(problems).toEqual([
      '"maybe" is not a value of SVC_BAIL; use true, 1, yes, false, 0 or no',
      '"30" is not a value of SVC_TIMEOUT; "30" has no unit; write 30ms, 30s, 30m or 30h',
    ]);
  });

  it('read definitions and reports', () => {
    const { values } = parse([
      ...['--variable', 'a=1=2', '--variable', 'b='],
      ...['--secret', 'c= x ', '--secret', 'd', '--secret', '=oops'],
      ...['--report', 'HTML=a=b.html', '--report', 'github'],
    ]);
    expect(values.variable).toEqual([
      { name: 'a', value: '1=2' },
      { name: 'b', value: '' },
    ]);
    expect(values.secret).toEqual([
      { name: 'c', value: ' x ' },
      { name: 'd', value: undefined },
      { name: '', value: 'oops' },
    ]);
    expect(values.report).toEqual([
      { format: 'html', path: 'a=b.html' },
      { format: 'github', path: undefined },
    ]);
  });
});
