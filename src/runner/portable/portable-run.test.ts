import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS } from '../plan/options.js';
import { planRun } from '../plan/plan.js';
import { createScopes } from '../file-context.js';
import { openRun } from '../run.js';
import { workspaceFileAccess } from '../workspace-file-access.js';
import { makePortable } from './portable-run.js';

it('takes the settings of tokens along that requests use, with the values they name, and no others', async () => {
  const root = await temporaryWorkspace({});
  const text = '### a\nGET http://a.test/\nAuthorization: Bearer {{bearer}}\n';
  const client = {
    environment: {
      bearer: '{{$auth.token("api")}}',
      word: 'used',
      other: 'unused',
      idle: '{{$auth.token("no")}}',
    },
    shared: {},
    secretNames: ['word', 'other'],
    stores: {},
    auth: { api: { 'Client Secret': '{{word}}' }, no: { 'Client Secret': '{{other}}' } },
  };
  const file = await parseRequestFile(Buffer.from(text), 'a.http');
  const request = {
    files: [{ file, shown: 'a.http', directory: root, client }],
    options: DEFAULT_RUN_OPTIONS,
    fileAccess: workspaceFileAccess({ root, shownFrom: root }),
    process: {},
    signal: new AbortController().signal,
  };
  const plan = await planRun(request);
  const nodes = plan.files.flatMap(({ steps }) => steps.map(({ node }) => node));
  const run = openRun(request, plan);
  try {
    const { owners } = await makePortable({ ...request, nodes, scopeOf: createScopes(run) });
    const [reduced] = [...owners.values()];
    expect(reduced?.runnable.client).toEqual({
      environment: { bearer: client.environment.bearer, word: 'used' },
      shared: {},
      secretNames: ['word'],
      stores: {},
      auth: { api: client.auth.api },
    });
  } finally {
    run.close();
  }
});
