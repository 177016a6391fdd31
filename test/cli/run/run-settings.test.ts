import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flag } from '../../../src/cli/flags/flag.js';
import { RUN_FLAGS } from '../../../src/cli/flags/run-flags.js';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { names, run } from '../support/run-results.js';

describe('variables of svc run', () => {
  const file = (url: string): string => dedent`
    @own = file
    ### one
    GET ${url}/{{who}}/{{own}}
  `;
  const config = `defaultEnvironment: staging
environments:
  staging: { who: staging }
  prod: { who: prod, own: unused }
  none: {}
`;

  it.each<[string, string[], Record<string, string>, string]>([
    ['the default environment', [], {}, '/staging/file'],
    ['--env', ['-e', 'prod'], {}, '/prod/file'],
    ['SVC_ENV', [], { SVC_ENV: 'prod' }, '/prod/file'],
    ['--env over SVC_ENV', ['--env', 'staging'], { SVC_ENV: 'prod' }, '/staging/file'],
    ['--variable', ['--variable', 'who=me', '--variable', 'own=x y'], {}, '/me/x%20y'],
    ['SVC_VARIABLE_', [], { SVC_VARIABLE_who: 'env', SVC_VARIABLE_own: 'env' }, '/env/env'],
    ['--variable over SVC_VARIABLE_', ['--variable', 'who=me'], { SVC_VARIABLE_who: 'env' }, '/me/file'],
    ['--config', ['--config', 'other.yaml'], {}, '/other/file'],
    ['SVC_CONFIG', [], { SVC_CONFIG: 'other.yaml' }, '/other/file'],
    ['--env-file', ['--env-file', '.env', '-e', 'none'], {}, '/dotenv/file'],
    ['SVC_ENV_FILE', ['-e', 'none'], { SVC_ENV_FILE: '.env' }, '/dotenv/file'],
    ['the process', ['-e', 'none'], { who: 'process' }, '/process/file'],
  ])('%s', async (_case, args, env, path) => {
    const { url, seen } = await loopback();
    const files = {
      'a.http': file(url),
      'service.yaml': config,
      'other.yaml': 'environments: { dev: { who: other } }\n',
      '.env': 'who = "dotenv"\n',
    };
    const { code } = await run(files, args, env);
    expect([code, seen]).toEqual([0, [`GET ${path}`]]);
  });

  const UNDEFINED =
    'environment "stagin" is not defined; did you mean "staging"? Defined: staging, prod, none';

  it.each([
    ['--env', config, ['-e', 'stagin'], {}, 64, `Error: ${UNDEFINED}\nTry: svc run --help\n`],
    ['SVC_ENV', config, [], { SVC_ENV: 'stagin' }, 64, `Error: ${UNDEFINED}\nTry: svc run --help\n`],
    [
      'defaultEnvironment',
      config.replace(': staging', ': stagin'),
      [],
      {},
      3,
      `Error: service.yaml:1:21: ${UNDEFINED}\n`,
    ],
  ])(
    '%s that is not defined is refused before anything is sent',
    async (_way, settings, args, env, code, stderr) => {
      const { url, seen } = await loopback();
      const cwd = await temporaryWorkspace({ 'a.http': file(url), 'service.yaml': settings });
      const refused = await runInProcess(['run', 'a.http', '--no-history', ...args], { cwd, env });
      expect([refused, seen]).toMatchObject([{ code, stdout: '', stderr }, []]);
    },
  );

  it('warn of an environment that is not defined where none is', async () => {
    const { url, seen } = await loopback();
    const files = { 'a.http': file(url), 'service.yaml': 'timeout: 5000\n' };
    const { code, stderr } = await run(files, ['-e', 'qa', '--variable', 'who=me']);
    expect([code, seen, stderr]).toEqual([
      0,
      ['GET /me/file'],
      'Warning: environment "qa" is not defined: no environment is defined\n',
    ]);
  });
});

it('every flag of svc run and every variable of one occurs in a test of the program', async () => {
  const here = import.meta.dirname;
  const tests = (await readdir(here)).filter((name) => /^run.*\.test\.ts$/.test(name));
  const others = ['../secret-commands/run.test.ts', '../sign-in.test.ts', '../../queue/suite.slow.test.ts'];
  const paths = [...tests, ...others].map((name) => join(here, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const words = new Set(texts.join('\n').match(/--?[a-z][a-z-]*|\bSVC_[A-Z_]+/g));
  const unmet = Object.entries<Flag<unknown>>(RUN_FLAGS).flatMap(([name, { short, environment }]) => {
    const isMet = words.has(`--${name}`) || (short !== undefined && words.has(`-${short}`));
    return [
      ...(isMet ? [] : [`--${name}`]),
      ...(environment && !words.has(environment) ? [environment] : []),
    ];
  });
  expect(unmet.filter((name) => name !== 'CI')).toEqual([]);
});

describe('selection by svc run', () => {
  const FILE = (url: string): string => `### login
# @tags auth
GET ${url}/login

### readOne
# @tags Smoke, read
# @depends login
GET ${url}/one

### readTwo
# @tags read, slow
GET ${url}/two
`;

  it.each<[string, string[], string[], string[]]>([
    ['--name', ['-n', 'read*'], ['login', 'readOne', 'readTwo'], []],
    ['--name twice', ['-n', 'readTwo', '-n', 'l?gin'], ['login', 'readTwo'], ['readOne']],
    ['--tags', ['-t', 'smoke'], ['login', 'readOne'], ['readTwo']],
    ['--exclude-tags', ['-t', 'read', '--exclude-tags', 'SLOW'], ['login', 'readOne'], ['readTwo']],
    ['--shard', ['--shard', '1/2'], ['login', 'readOne'], []],
    ['the other --shard', ['--shard', '2/2'], ['readTwo'], []],
    ['an empty --shard', ['--shard', '3/3'], [], []],
  ])('%s', async (_case, args, ran, filtered) => {
    const { url } = await loopback();
    const results = await run({ 'a.http': FILE(url) }, args);
    expect([results.code, names(results), names(results, true)]).toEqual([0, ran, filtered]);
    const login = results.tests.find(({ name }) => name === 'login');
    const pulled = ran.includes('login') && !args.includes('l?gin') && !args.includes('--shard');
    expect(login?.pulledIn ?? false).toBe(pulled);
  });

  it('SVC_TAGS, SVC_EXCLUDE_TAGS and SVC_SHARD count too', async () => {
    const { url } = await loopback();
    const env = { SVC_TAGS: 'read', SVC_EXCLUDE_TAGS: 'slow' };
    expect(names(await run({ 'a.http': FILE(url) }, [], env))).toEqual(['login', 'readOne']);
    expect(names(await run({ 'a.http': FILE(url) }, [], { SVC_SHARD: '2/2' }))).toEqual(['readTwo']);
  });

  it('runs a file once that is reached twice, in the order of the arguments', async () => {
    const { url, seen } = await loopback();
    const files = { 'b/x.http': `GET ${url}/x\n`, 'b/Y.SPEC': `GET ${url}/y\n`, 'a.http': `GET ${url}/a\n` };
    const results = await run(files, ['b/x.http', 'b/', 'a.http', './a.http']);
    expect(results.code).toBe(0);
    expect(seen).toEqual(['GET /x', 'GET /y', 'GET /a']);
  });
});
