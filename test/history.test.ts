import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunStoreOptions } from '../src/history/run-store.js';
import { HistoryThread } from '../src/history/history-thread.js';
import type { PersistedRunDetail } from '../src/history/queries/persisted-run.js';
import type { RunRows } from '../src/history/store/run-rows.js';
import { openHistory } from '../src/history/open-history.js';
import { lineValue, readable, type ReadableStore } from './support/files/history-place.js';
import { repositoryRoot } from './support/program/run-svc.js';
import { result, rowsOf, run } from './support/runs/stored-runs.js';
import { temporaryWorkspace } from './support/files/workspace.js';

const dist = join(repositoryRoot, 'dist');
const { directory } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as { directory: string };
const workerFile = join(dist, directory, 'history-worker.js');

/** Stores runs until it has stored enough, and tells each id as soon as it is stored. */
const writer = `
const { Worker } = require('node:worker_threads');
const [file, settings, rows, count] = process.argv.slice(1);
const worker = new Worker(file, { workerData: JSON.parse(settings) });
let left = Number(count);
const next = () => (left-- > 0 ? worker.postMessage([{ id: left, operation: 'add', input: [Buffer.from(rows)] }]) : worker.terminate());
worker.on('message', (responses) => { for (const response of responses) { if (!response.ready) process.stdout.write(JSON.stringify(response) + '\\n'); if ('id' in response) next(); } });
next();
`;

interface Writer {
  readonly child: ChildProcess;
  /** Ids of the stored runs so far. */
  readonly ids: number[];
  readonly problems: string[];
  readonly ended: Promise<void>;
}

function startWriter(path: string, rows: RunRows, count: number): Writer {
  const args = [
    '-e',
    writer,
    workerFile,
    JSON.stringify(settingsOf(path)),
    JSON.stringify(rows),
    String(count),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ids: number[] = [];
  const problems: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const response = JSON.parse(line) as { result?: [number] };
      if (response.result === undefined) problems.push(line);
      else ids.push(...response.result);
    }
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { child, ids, problems, ended };
}

function settingsOf(path: string): RunStoreOptions {
  return {
    path,
    keepRuns: 10_000,
    check: 'whole',
    busyTimeoutMs: 5000,
    lockTimeoutMs: 5000,
    retryDelayMs: 30_000,
  };
}

/** Thirty results with two assertions each. */
function bigRun(workspace: string): RunRows {
  const results = Array.from({ length: 30 }, () => result('login', { bodyPreview: 'b'.repeat(3000) }));
  return rowsOf(run({ workspace, results, total: 30 }));
}

function read(path: string): ReadableStore {
  const store = readable(
    openHistory({ path, keepRuns: 10_000, onWarning: (message) => expect.fail(message) }),
  );
  onTestFinished(() => store.close());
  return store;
}

async function allIds(store: ReadableStore): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const { runs, total } = await store.list({ limit: 100, offset: ids.length });
    ids.push(...runs.map(({ id }) => id));
    if (runs.length === 0 || ids.length >= total) return ids.sort((a, b) => a - b);
  }
}

describe('the history store', () => {
  it('is whole after its writer was killed', async () => {
    const path = join(await temporaryWorkspace(), 'history.db');
    const rows = bigRun('/work');
    const reportedIds = new Set<number>();
    for (const count of [5, 6, 8, 11, 15, 20]) {
      const { child, ids, problems, ended } = startWriter(path, rows, 10_000);
      await expect.poll(() => ids.length, { interval: 1, timeout: 60_000 }).toBeGreaterThanOrEqual(count);
      child.kill('SIGKILL');
      await ended;
      expect(problems).toEqual([]);
      for (const id of ids) reportedIds.add(id);
    }
    const store = read(path);
    const stored = await allIds(store);
    // What was reported as stored is there; a run that was under way is there whole or not at all.
    expect(stored).toEqual(expect.arrayContaining([...reportedIds]));
    expect(stored.length - reportedIds.size).toBeLessThanOrEqual(6);
    for (const id of stored) {
      const detail = await store.detail(id);
      expect(detail?.results).toHaveLength(30);
      expect(detail?.results.every(({ assertions }) => assertions.length === 2)).toBe(true);
    }
    expect((await readdir(join(path, '..'))).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('takes runs from several processes at once, also when all of them make it', async () => {
    const path = join(await temporaryWorkspace(), 'new', 'history.db');
    const rows = ['/a', '/b', '/c', '/d'].map(bigRun);
    const writers = rows.map((each) => startWriter(path, each, 40));
    await Promise.all(writers.map(({ ended }) => ended));
    expect(writers.flatMap(({ problems }) => problems)).toEqual([]);
    const storedIds = writers.flatMap(({ ids }) => ids).sort((a, b) => a - b);
    expect(storedIds).toEqual(Array.from({ length: 160 }, (_, i) => i + 1));
    expect(await allIds(read(path))).toEqual(storedIds);
    expect((await read(path).list({ workspace: '/c' })).total).toBe(40);
  });

  it('that is damaged is set aside once, however many processes find it so', async () => {
    const folder = join(await temporaryWorkspace(), 'old');
    const path = join(folder, 'history.db');
    await mkdir(folder);
    await writeFile(path, 'no database\n'.repeat(1000));
    const rows = ['/a', '/b', '/c'].map(bigRun);
    const writers = rows.map((each) => startWriter(path, each, 5));
    await Promise.all(writers.map(({ ended }) => ended));
    expect(writers.flatMap(({ problems }) => problems)).toHaveLength(1);
    expect(await allIds(read(path))).toHaveLength(15);
    expect((await readdir(folder)).filter((name) => name.includes('damaged'))).toHaveLength(1);
  });

  it('lives in a thread of its own, which takes rows and gives lines of JSON', async () => {
    const { client, warnings } = await startThread();
    const before = holding();
    const opening = client.query('open');
    expect(holding()).toBe(before + 1);
    await opening;
    // Idle, it does not keep the process alive.
    expect(holding()).toBe(before);
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
    const { client } = await startThread(join(folder, 'history.db'), file);
    const refusal = { reason: 'its thread ended', kind: 'unavailable' };
    const outcomes = await Promise.allSettled([client.query('add', rowsOf(run())), client.query('list', {})]);
    expect(outcomes).toMatchObject([{ reason: refusal }, { reason: refusal }]);
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
