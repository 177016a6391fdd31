/** What is possible while files are still unread: everything but a rename, which waits and is refused. */
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createConnection } from 'vscode-languageserver';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type { HostFolder, HostIndex } from '../../src/lsp/host/host.js';
import { createNodeHost } from '../../src/lsp/node/node-host.js';
import { startServer } from '../../src/lsp/server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { connectLsp, uriOf, type LspClient } from '../support/program/lsp-client.js';

const TEXT =
  '### login\nGET http://127.0.0.1:9/\n\n### read\n# @depends login\nGET http://127.0.0.1:9/{{page}}\n\n@page = 1\n';
const AT_VARIABLE = { line: 5, character: 'GET http://127.0.0.1:9/{{'.length };

/** Makes the index of a folder one that never ends. */
function withoutEnd(folder: HostFolder, waits: number[]): HostFolder {
  const get = (): HostIndex | undefined => {
    const index = Reflect.get(Object.getPrototypeOf(folder) as object, 'index', folder) as
      | HostIndex
      | undefined;
    const whenComplete = async (timeoutMs: number): Promise<boolean> => {
      waits.push(timeoutMs);
      return false;
    };
    return index && { ...index, isComplete: false, whenComplete };
  };
  return Object.defineProperty(folder, 'index', { get });
}

async function openUnindexed(root: string): Promise<LspClient & { readonly waits: readonly number[] }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const log = (): void => undefined;
  const permissions = { shell: false, database: false };
  const host = createNodeHost({ process: {}, config: undefined, log, permissions, history: false });
  const waits: number[] = [];
  const connection = createConnection(
    () => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output)),
    { shutdownReceived: false, initialize: () => undefined, exit: () => undefined },
  );
  const server = startServer({
    connection,
    log,
    host: {
      ...host,
      openFolder: (options) => {
        const folder = host.openFolder(options);
        return folder && withoutEnd(folder, waits);
      },
    },
  });
  connection.listen();
  onTestFinished(async () => {
    await server.close();
    connection.dispose();
  });
  return { ...(await connectLsp(output, input, { folders: [root] })), waits };
}

it('a rename waits for five seconds and is refused, everything else responds', async () => {
  const root = await temporaryWorkspace({ 'a.http': TEXT });
  const client = await openUnindexed(root);
  const uri = uriOf(join(root, 'a.http'));
  await client.open(uri, TEXT);
  const params = { textDocument: { uri }, position: { line: 0, character: 5 } };
  await expect(client.ask('textDocument/rename', { ...params, newName: 'other' })).rejects.toMatchObject({
    code: -32803,
    message: 'the index is not complete yet; try again in a moment',
  });
  expect(client.waits).toEqual([5000]);
  expect(await client.ask('textDocument/prepareRename', params)).toMatchObject({ placeholder: 'login' });
  const context = { includeDeclaration: true };
  expect(await client.ask('textDocument/references', { ...params, context })).toHaveLength(2);
  expect(await client.ask('workspace/symbol', { query: 'login' })).toHaveLength(1);
  expect(
    await client.ask('textDocument/hover', { textDocument: { uri }, position: AT_VARIABLE }),
  ).toMatchObject({
    contents: { value: expect.stringContaining('variable of this file') as string },
  });
  expect(client.waits).toHaveLength(1);
});
