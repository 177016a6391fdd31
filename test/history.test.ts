import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HistoryThread } from '../src/history/history-thread.js';
import type { PersistedRunDetail } from '../src/history/queries/persisted-run.js';
import type { RunRows } from '../src/history/store/run-rows.js';
import { lineValue } from './support/files/history-place.js';
import { rowsOf, run } from './support/runs/stored-runs.js';
import {
  bigRun,
  historyWorkerFile as workerFile,
  readStoreFile as read,
  storedIdsOf as allIds,
  storeSettings as settingsOf,
} from './support/files/history-files.js';
import { temporaryWorkspace } from './support/files/workspace.js';

describe('the history store', () => {
  it('lives in a thread of its own, which takes rows and gives lines of JSON', async () => {
    const { client, warnings } = await startThread();
    const before = holding();
    const opening = client.query('open');
    expect(holding()).toBe(before + 1);
    await opening;
    // Idle, it does not keep the process alive, so that the next question makes it one more again. How many others do
    // may have changed meanwhile.
    const idle = holding();
    const asking = client.query('list', {});
    expect(holding()).toBe(idle + 1);
    await asking;
    expect(await client.query('add', bigRun('/a'), bytesOf(bigRun('/a')))).toEqual([1, 2]);
    const [list, detail, none] = await Promise.all([
      client.query('list', {}),
      client.query('detail', 2),
      client.query('detail', 3),
    ]);
    expect(lineValue(list)).toMatchObject({ total: 2, runs: [{ id: 2 }, { id: 1 }] });
    expect((lineValue(detail ?? list) as PersistedRunDetail).results).toHaveLength(30);
    expect(none).toBeUndefined();
    await client.close();
    // Started again by the next question.
    expect(await client.query('remove', 1)).toBe(true);
    await client.close();
    await client.close();
    expect(warnings).toEqual([]);
  });

  it('refuses the run whose bytes are no rows, and no other', async () => {
    const { client, path } = await startThread();
    const good = (): Uint8Array => bytesOf(rowsOf(run()));
    const added = await client.query('add', good(), Buffer.from('{'), good());
    expect(added).toEqual([1, expect.any(SyntaxError), 2]);
    expect(await allIds(read(path))).toEqual([1, 2]);
  });

  it('tells through its thread that it cannot be used', async () => {
    const root = await temporaryWorkspace({ file: '' });
    const { client, warnings } = await startThread(join(root, 'file', 'history.db'));
    const refusal = { reason: 'its folder is not a directory', kind: 'unavailable' };
    await expect(client.query('list', {})).rejects.toMatchObject(refusal);
    await expect(client.query('add', bigRun('/a'))).rejects.toMatchObject(refusal);
    expect(warnings).toEqual([
      'persistent history is not available: history.db: its folder is not a directory',
    ]);
  });

  it('is unavailable when its thread ends, until the next call starts another one', async () => {
    const folder = await temporaryWorkspace();
    const file = join(folder, 'ends-once.cjs');
    const marker = JSON.stringify(join(folder, 'ended'));
    const program = `const fs = require('node:fs');
      if (fs.existsSync(${marker})) require(${JSON.stringify(workerFile)});
      else { fs.writeFileSync(${marker}, ''); process.exit(1); }`;
    await writeFile(file, program);
    const { client, warnings } = await startThread(join(folder, 'history.db'), file);
    const refusal = { reason: 'its thread ended', kind: 'unavailable' };
    const outcomes = await Promise.allSettled([client.query('add', rowsOf(run())), client.query('list', {})]);
    expect(outcomes).toMatchObject([{ reason: refusal }, { reason: refusal }]);
    expect(warnings).toEqual(['a run was not stored in the history: its thread ended']);
    expect(await client.query('add', rowsOf(run()))).toEqual([1]);
  });
});

async function startThread(
  given?: string,
  file = workerFile,
): Promise<{ client: HistoryThread; path: string; warnings: string[] }> {
  const path = given ?? join(await temporaryWorkspace(), 'history.db');
  const warnings: string[] = [];
  const client = new HistoryThread(pathToFileURL(file), settingsOf(path), (text) => warnings.push(text));
  onTestFinished(() => client.close());
  return { client, path, warnings };
}

/** How many threads keep this process alive. */
function holding(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
}

function bytesOf(rows: RunRows): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(rows));
}
