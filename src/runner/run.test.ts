import { describe, expect, it } from 'vitest';
import type { Connections } from '../http/connections/connections.js';
import { SecretSet } from '../redaction/secret-set.js';
import { parseText } from '../request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from './plan/options.js';
import { knownSecrets } from './prepare/known-secrets.js';
import { openRun } from './run.js';
import type { RunnableFile, RunRequest } from './plan/run-input.js';
import { dedent } from '../../test/support/dedent.js';
import { workspaceFileAccess } from './workspace-file-access.js';

function request(parts: Partial<RunRequest> = {}): RunRequest {
  return {
    files: [],
    options: DEFAULT_RUN_OPTIONS,
    fileAccess: workspaceFileAccess({ root: '.', shownFrom: '.' }),
    process: {},
    signal: new AbortController().signal,
    ...parts,
  };
}

function fileOf(text: string): RunnableFile {
  return { file: parseText(text, 'a.http'), shown: 'a.http', directory: '.' };
}

const NAMED: Partial<RunOptions> = {
  secretNames: ['one', 'two', 'three', 'four'],
  secretValues: ['given-secret'],
  operatorVariables: { one: 'operator-secret', other: 'plain' },
  environment: { two: 'environment-secret', four: '{{one}}-template' },
  dotenv: { three: 'dotenv-secret' },
  tls: { passphrase: 'pass-secret' },
  proxy: { kind: 'fixed', url: 'http://ada:proxy-secret@127.0.0.1:1' },
};

describe('a run', () => {
  it.each([
    'given-secret',
    'operator-secret',
    'environment-secret',
    'dotenv-secret',
    'pass-secret',
    'proxy-secret',
    'file-secret',
    'named-secret',
  ])('knows %s before anything has run', (secret) => {
    const files = [
      fileOf(dedent`
        @secret mine = file-secret
        @four = named-secret
        @free = plain

        GET /
      `),
    ];
    const { secrets } = openRun(request({ files, options: { ...DEFAULT_RUN_OPTIONS, ...NAMED } }));
    expect(secrets.redact(`<${secret}>`)).not.toContain(secret);
  });

  it('takes no template and no plain value for a secret', () => {
    const secrets = knownSecrets({ ...DEFAULT_RUN_OPTIONS, ...NAMED }, []);
    expect(secrets.redact('plain {{one}}-template')).toBe('plain {{one}}-template');
  });

  it('uses secrets and connections that others handed in, and closes what it took', () => {
    let open = 0;
    const secrets = new SecretSet();
    const connect = (): Connections => {
      open += 1;
      return { send: () => Promise.reject(new Error('unused')), close: () => void (open -= 1) };
    };
    const run = openRun(request({ secrets, connect }));
    expect([run.secrets, run.wire.secrets, open]).toEqual([secrets, secrets, 1]);
    run.close();
    expect(open).toBe(0);
  });

  it('stops its requests with its signal, until it is closed', () => {
    const controller = new AbortController();
    const [stopped, closed] = [request({ signal: controller.signal }), request({ signal: controller.signal })]
      .map((each) => openRun(each))
      .map((run) => ({ run, stop: run.signals.take() }));
    closed?.run.close();
    controller.abort();
    expect([stopped?.stop.aborted, closed?.stop.aborted]).toEqual([true, false]);
    stopped?.run.close();
  });
});
