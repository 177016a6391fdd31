/** Runs by command in the built thread. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createRunCommands } from '../../src/lsp/commands/create-run-commands.js';
import { openRunThread } from '../../src/lsp/commands/run-thread.js';
import type { RunCommands } from '../../src/lsp/commands/run-commands.js';
import { moveWaitingRuns, useHistory } from '../support/files/history-place.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { builtFolder } from '../support/program/built-folder.js';
import { countingServer, editorListeners, editorRequest } from '../support/runs/editor-run.js';

const place = useHistory();

/** Counts threads, so that each test sees that they end. */
function threadedCommands(): {
  readonly commands: RunCommands;
  readonly threads: Record<'started' | 'ended', number>;
} {
  const threads = { started: 0, ended: 0 };
  const commands = createRunCommands(() => {
    threads.started += 1;
    const thread = openRunThread(new URL('editor-run-worker.js', builtFolder()));
    return {
      ...thread,
      end: async () => {
        await thread.end();
        threads.ended += 1;
      },
    };
  });
  return { commands, threads };
}

describe('a run in the thread of the built program', () => {
  it('sends unsaved text once and stores the run like `svc run`', async () => {
    const { url, hits } = await countingServer((_, response) => response.end('{"total":40}'));
    const folder = await temporaryWorkspace({ 'orders.http': `### old\nGET ${url}/saved\n` });
    const { commands, threads } = threadedCommands();
    const unsaved = `### a\nGET ${url}/unsaved\n\n>>>\nexpect body.total == 42.5\n<<<\n\n### b\nGET ${url}/b\n`;
    const request = editorRequest(folder, {
      line: 1,
      open: { 'orders.http': unsaved },
      history: {},
      process: { SVC_HISTORY_DB: place.path },
    });
    const seen = editorListeners();
    const result = await commands.run(request, seen);
    await commands.run({ ...request, history: { enabled: false } }, editorListeners());
    await commands.close();
    expect([result.verdict, result.tests.map(({ failures }) => failures[0]?.line)]).toEqual(['failed', [5]]);
    expect(seen.events.map(({ event }) => event.event)).toEqual(['started', 'finished']);
    expect(commands.lastResponse({ uri: request.uri, line: 1 })?.body).toBe('{"total":40}');
    expect(hits).toEqual(['GET /unsaved', 'GET /unsaved']);
    expect(threads).toEqual({ started: 2, ended: 2 });
    await moveWaitingRuns(place.path);
    const { runs } = await place.open().list({ limit: 10, offset: 0 });
    expect(runs.map(({ filePath, failed, skipped }) => [filePath, failed, skipped])).toEqual([
      ['orders.http', 1, 1],
    ]);
  });

  it('closes its connection when it is cancelled', async () => {
    const server = await countingServer(() => undefined);
    const folder = await temporaryWorkspace({ 'orders.http': `### a\nGET ${server.url}/never\n` });
    const { commands, threads } = threadedCommands();
    const stop = new AbortController();
    const running = commands.run(editorRequest(folder), editorListeners(stop.signal));
    const [request] = await server.arrival('GET /never');
    const closed = once(request.socket, 'close');
    await expect(commands.run(editorRequest(folder), editorListeners())).rejects.toThrow('cancel it first');
    stop.abort();
    expect(await running).toMatchObject({ verdict: 'cancelled', skipped: 1 });
    await closed;
    await commands.close();
    expect(threads).toEqual({ started: 1, ended: 1 });
  });

  it('fails with the message of the error, and exports requests', async () => {
    const folder = await temporaryWorkspace({ 'orders.http': '### a\nGET http://{{host}}/\n' });
    const { commands } = threadedCommands();
    const request = editorRequest(folder, { process: { SVC_VARIABLE_host: 'shop.example.test' } });
    await expect(commands.run({ ...request, line: 9 }, editorListeners())).rejects.toMatchObject({
      kind: 'not-found',
      message: 'no request of orders.http has line 9; the nearest is a on line 1',
    });
    const signal = new AbortController().signal;
    const { text } = await commands.exportCurl({ ...request, line: 1 }, signal);
    expect(text).toContain("'http://shop.example.test/'");
    await commands.close();
  });
});
