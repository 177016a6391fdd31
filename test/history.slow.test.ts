import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunRows } from '../src/history/store/run-rows.js';
import {
  bigRun,
  historyWorkerFile as workerFile,
  readStoreFile as read,
  storedIdsOf as allIds,
  storeSettings as settingsOf,
} from './support/files/history-files.js';
import { temporaryWorkspace } from './support/files/workspace.js';

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
});
