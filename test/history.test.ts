import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { KeeperSettings } from '../src/history/keeper.js';
import { rowsOf, type RunRows } from '../src/history/run-rows.js';
import { openHistory, type HistoryStore } from '../src/history/runs.js';
import { WorkerClient } from '../src/history/worker-client.js';
import { repositoryRoot } from './support/run-svc.js';
import { result, run } from './support/stored-runs.js';
import { temporaryWorkspace } from './support/workspace.js';

const dist = join(repositoryRoot, 'dist');
const { directory } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as { directory: string };
const workerFile = join(dist, directory, 'history-worker.js');

/** Stores runs until it has stored enough, and tells each id as soon as it is stored. */
const writer = `
const { Worker } = require('node:worker_threads');
const [file, settings, rows, count] = process.argv.slice(1);
const worker = new Worker(file, { workerData: JSON.parse(settings) });
let left = Number(count);
const next = () => (left-- > 0 ? worker.postMessage(JSON.stringify({ id: left, name: 'add', args: [JSON.parse(rows)] })) : worker.terminate());
worker.on('message', (answer) => { process.stdout.write(JSON.stringify(answer) + '\\n'); if ('id' in answer) next(); });
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
      const answer = JSON.parse(line) as { result?: number };
      if (answer.result === undefined) problems.push(line);
      else ids.push(answer.result);
    }
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { child, ids, problems, ended };
}

function settingsOf(path: string): KeeperSettings {
  return { path, keepRuns: 10_000, check: 'whole', busyTimeout: 5000, patience: 5000, retryAfter: 30_000 };
}

/** Thirty results with two assertions each. */
function bigRun(workspace: string): Promise<RunRows> {
  const results = Array.from({ length: 30 }, () => result('login', { bodyPreview: 'b'.repeat(3000) }));
  return rowsOf([run({ workspace, results, total: 30 })]);
}

function read(path: string): HistoryStore {
  const store = openHistory({ path, keepRuns: 10_000, onWarning: (message) => expect.fail(message) });
  onTestFinished(() => store.close());
  return store;
}

async function allIds(store: HistoryStore): Promise<number[]> {
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
    const rows = await bigRun('/work');
    const known = new Set<number>();
    for (const delay of [0, 3, 7, 12, 20, 31]) {
      const { child, ids, problems, ended } = startWriter(path, rows, 10_000);
      while (ids.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill('SIGKILL');
      await ended;
      expect(problems).toEqual([]);
      for (const id of ids) known.add(id);
    }
    const store = read(path);
    const stored = await allIds(store);
    // What was told to be stored is there; a run that was under way is there whole or not at all.
    expect(stored).toEqual(expect.arrayContaining([...known]));
    expect(stored.length - known.size).toBeLessThanOrEqual(6);
    for (const id of stored) {
      const detail = await store.detail(id);
      expect(detail?.results).toHaveLength(30);
      expect(detail?.results.every(({ assertions }) => assertions.length === 2)).toBe(true);
    }
    expect((await readdir(join(path, '..'))).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('takes runs from several processes at once, also when all of them make it', async () => {
    const path = join(await temporaryWorkspace(), 'new', 'history.db');
    const rows = await Promise.all(['/a', '/b', '/c', '/d'].map(bigRun));
    const writers = rows.map((each) => startWriter(path, each, 40));
    await Promise.all(writers.map(({ ended }) => ended));
    expect(writers.flatMap(({ problems }) => problems)).toEqual([]);
    const told = writers.flatMap(({ ids }) => ids).sort((a, b) => a - b);
    expect(told).toEqual(Array.from({ length: 160 }, (_, i) => i + 1));
    expect(await allIds(read(path))).toEqual(told);
    expect((await read(path).list({ workspace: '/c' })).total).toBe(40);
  });

  it('that is damaged is set aside once, however many processes find it so', async () => {
    const folder = join(await temporaryWorkspace(), 'old');
    const path = join(folder, 'history.db');
    await mkdir(folder);
    await writeFile(path, 'no database\n'.repeat(1000));
    const rows = await Promise.all(['/a', '/b', '/c'].map(bigRun));
    const writers = rows.map((each) => startWriter(path, each, 5));
    await Promise.all(writers.map(({ ended }) => ended));
    expect(writers.flatMap(({ problems }) => problems)).toHaveLength(1);
    expect(await allIds(read(path))).toHaveLength(15);
    expect((await readdir(folder)).filter((name) => name.includes('damaged'))).toHaveLength(1);
  });

  it('lives in a thread of its own', async () => {
    const path = join(await temporaryWorkspace(), 'history.db');
    const warnings: string[] = [];
    const client = new WorkerClient(pathToFileURL(workerFile), settingsOf(path), (text) =>
      warnings.push(text),
    );
    const { perform } = client;
    expect(await perform('add', await bigRun('/a'))).toBe(1);
    const [list, detail, none] = await Promise.all([
      perform('list', {}),
      perform('detail', 1),
      perform('detail', 2),
    ]);
    expect([list.total, detail?.results.length, none]).toEqual([1, 30, undefined]);
    await client.close();
    // Started again by the next question.
    expect(await perform('remove', 1)).toBe(true);
    await client.close();
    await client.close();
    expect(warnings).toEqual([]);
  });

  it('tells through its thread that it cannot be used', async () => {
    const root = await temporaryWorkspace({ file: '' });
    const warnings: string[] = [];
    const settings = settingsOf(join(root, 'file', 'history.db'));
    const client = new WorkerClient(pathToFileURL(workerFile), settings, (text) => warnings.push(text));
    const refusal = { reason: 'its folder is not a directory', kind: 'unavailable' };
    await expect(client.perform('list', {})).rejects.toMatchObject(refusal);
    await expect(client.perform('add', await bigRun('/a'))).rejects.toMatchObject(refusal);
    expect(warnings).toEqual(['persistent history is not available: its folder is not a directory']);
    await client.close();
  });
});
