import { expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { addPlannedSecrets, knownSecrets } from './known-secrets.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../plan/options.js';
import { planRun } from '../plan/plan.js';

async function secretsOf(text: string, given: Partial<RunOptions> = {}, process = {}) {
  const files = [{ file: parseText(text, 'a.http'), shown: 'a.http', directory: '/w' }];
  const options = { ...DEFAULT_RUN_OPTIONS, ...given };
  const secrets = knownSecrets(options, files);
  const plan = await planRun({ files, options, fileAccess: { loadFile: async () => undefined } });
  addPlannedSecrets(secrets, { options, process }, plan);
  return secrets;
}

const request = (directives: string, headers = ''): string =>
  `### a\n${directives}\nGET http://x/\n${headers}\n`;

it.each([
  ['bearer a literal-1', 'a literal-1'],
  ['bearer {{file}}', 'file-value-1'],
  ['bearer x-{{env}}-{{nested.key}}', 'x-env-value-2-nested-3'],
  ['bearer {{$PROCESS}}', 'process-value-4'],
  ['bearer {{$base64({{file}})}}', Buffer.from('file-value-1').toString('base64')],
  ['basic ada-user, pass-word-5', Buffer.from('ada-user:pass-word-5').toString('base64')],
  ['apiKey X-Key, {{file}}', 'file-value-1'],
  ['oauth2 client_credentials http://x/token, client-6, {{env}}', 'env-value-2'],
])('knows @auth %s before anything runs', async (auth, value) => {
  const environment = { env: 'env-value-2', nested: { key: 'nested-3' } };
  const text = `@file = file-value-1\n${request(`# @auth ${auth}`)}`;
  const secrets = await secretsOf(text, { environment }, { PROCESS: 'process-value-4' });
  expect(secrets.has(value)).toBe(true);
});

it.each([
  '{{$uuid()}}',
  '{{random}}',
  '{{login.token}}',
  '{{row.x}}',
  '{{cycle}}',
  '{{$nope()}}',
  '{{$GONE}}',
])('leaves out %s', async (value) => {
  const text = `@random = {{$randomString(20)}}\n@cycle = {{cycle}}\n${request(`# @auth bearer ${value}`)}`;
  expect((await secretsOf(text)).isEmpty).toBe(true);
});

it('knows secret variables that are built of others, and none of which a part is unknown', async () => {
  const text = `@part = part-1\n@secret whole = whole-{{part}}\n@secret open = open-{{later}}-end\n${request('')}`;
  const secrets = await secretsOf(text, { secretNames: ['HOME_KEY'] }, { HOME_KEY: 'home-key-2' });
  expect(secrets.redact('whole-part-1 home-key-2 open--end')).toBe('[REDACTED] [REDACTED] open--end');
});

it('knows credential headers of requests and of the config', async () => {
  const headers = { Authorization: 'Bearer config-{{name}}-1', Accept: 'plain-text-2' };
  const secrets = await secretsOf(`@name = ada\n${request('', 'X-Api-Key: key-{{name}}-3')}`, { headers });
  expect(secrets.redact('config-ada-1 plain-text-2 key-ada-3')).toBe('[REDACTED] plain-text-2 [REDACTED]');
});

it('knows the credentials of requests that are left out, unless their whole file is', async () => {
  const skipped = request('# @skip\n# @auth bearer skipped-1');
  expect((await secretsOf(`${skipped}\n${request('')}`)).has('skipped-1')).toBe(true);
  expect((await secretsOf(skipped)).isEmpty).toBe(true);
});
