/** The client is told to ask again for what it shows, if it can. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openLsp, uriOf, type InnerLsp } from '../support/program/lsp-client.js';

const USER = '# @depends ./login.http#login\nGET http://127.0.0.1/{{login.token}}\n';
const LOGIN = '### login\nPOST http://127.0.0.1/\n\n>>>capture\ntoken from body.token\n<<<\n';

const TOKENS = 'workspace/semanticTokens/refresh';
const LENSES = 'workspace/codeLens/refresh';

interface Opened extends InnerLsp {
  readonly root: string;
  readonly count: (method: string) => number;
  /** The types of the tokens of the second line. */
  readonly tokenTypes: () => Promise<readonly number[]>;
}

async function openUser(refreshSupport: boolean): Promise<Opened> {
  const root = await temporaryWorkspace({ 'use.http': USER });
  const workspace = {
    semanticTokens: { refreshSupport },
    codeLens: { refreshSupport },
    didChangeWatchedFiles: { dynamicRegistration: true },
  };
  const client = await openLsp({ folders: [root], capabilities: { workspace } });
  const uri = uriOf(join(root, 'use.http'));
  await client.open(uri, USER);
  return {
    ...client,
    root,
    count: (method) => client.received.filter((each) => each.method === method).length,
    tokenTypes: async () => {
      const asked = { textDocument: { uri } };
      const { data } = await client.ask<{ data: number[] }>('textDocument/semanticTokens/full', asked);
      const types = data.flatMap((each, index) => (index % 5 === 3 ? [each] : []));
      return types.slice(1);
    },
  };
}

const FUNCTION = 0;
const PROPERTY = 1;
const VARIABLE = 2;

it('sends a refresh of the colours when a file that gives names appears', async () => {
  const { root, count, tokenTypes, emit } = await openUser(true);
  expect(await tokenTypes()).toEqual([VARIABLE]);
  const before = count(TOKENS);
  await writeFile(join(root, 'login.http'), LOGIN);
  const changes = [{ uri: uriOf(join(root, 'login.http')), type: 1 }];
  await emit('workspace/didChangeWatchedFiles', { changes });
  await expect.poll(() => count(TOKENS), { timeout: 60_000 }).toBeGreaterThan(before);
  await expect.poll(tokenTypes, { timeout: 60_000 }).toEqual([FUNCTION, PROPERTY]);
});

it('sends a refresh of the lenses when they are switched, and none otherwise', async () => {
  const { count, emit, ask } = await openUser(true);
  const set = (svc: object): Promise<void> => emit('workspace/didChangeConfiguration', { settings: { svc } });
  await set({ codeLens: true });
  await ask('svc/files', {});
  expect(count(LENSES)).toBe(0);
  await set({ codeLens: false });
  await expect.poll(() => count(LENSES)).toBe(1);
});

it('sends nothing to a client that would not ask again', async () => {
  const { count, emit, ask } = await openUser(false);
  await emit('workspace/didChangeConfiguration', { settings: { svc: { codeLens: false } } });
  await ask('svc/files', {});
  expect([count(LENSES), count(TOKENS)]).toEqual([0, 0]);
});
