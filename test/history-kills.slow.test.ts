/**
 * Kills processes that write, move and read runs, at moments that a seed gives. `SVC_SPOOL_KILLS=200 npx vitest run
 * --config vitest.full.config.ts test/history-kills` kills more of them and prints what was found.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { HistoryThread } from '../src/history/history-thread.js';
import { Random } from './fuzz/random.js';
import { moveWaitingRuns } from './support/files/history-place.js';
import { temporaryWorkspace } from './support/files/workspace.js';
import { buildTestProgram } from './support/program/build-test-program.js';
import { builtMain, repositoryRoot } from './support/program/run-svc.js';
import { loopback } from './support/runs/run-requests.js';
import { rowsOf, run } from './support/runs/stored-runs.js';

const KILLS = Number(process.env['SVC_SPOOL_KILLS'] ?? 40);
const LIMIT_MS = 300_000 + KILLS * 2000;
const KEEP_RUNS = 1_000_000;

/** Which processes are killed, and when. */
const random = new Random(20_261_119);

const dist = join(repositoryRoot, 'dist');
const { directory } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as { directory: string };
const workerFile = join(dist, directory, 'history-worker.js');

/** Writes runs one after the other and says when each began and when it was on the disk. */
const WRITER = `
import { spoolRuns } from 'spool-runs';
import { writeSync } from 'node:fs';
const [path, rows, name] = process.argv.slice(2);
const row = JSON.parse(rows);
const say = (word, id) => writeSync(1, word + ' ' + id + ' ' + process.hrtime.bigint() + '\\n');
for (let n = 0; ; ) {
  const id = name + '-' + n;
  row.runs[3] = id;
  say('begin', id);
  const isWaiting = 'no' !== spoolRuns({ path, keepRuns: ${KEEP_RUNS}, onWarning: (text) => say('warning', text) }, [row]);
  if (isWaiting) say('done', id), (n += 1);
  else await new Promise((resolve) => setTimeout(resolve, 2));
}
`;

/** Reads the history without a pause. */
const READER = `
const { Worker } = require('node:worker_threads');
const worker = new Worker(process.argv[1], { workerData: JSON.parse(process.argv[2]) });
let isReady = false;
const next = () => worker.postMessage([{ id: 1, operation: 'list', input: [{ limit: 1 }] }]);
worker.on('message', (responses) => {
  for (const response of responses) {
    if ('error' in response) process.stdout.write('warning ' + JSON.stringify(response) + '\\n');
    if ('id' in response) {
      if (!isReady) process.stdout.write('ready\\n');
      isReady = true;
      next();
    }
  }
});
next();
`;

interface Child {
  readonly kind: 'writer' | 'reader';
  readonly child: ChildProcess;
  /** Resolves when it has begun to write or has read something. */
  readonly ready: Promise<unknown>;
}

interface Written {
  beganAt: bigint;
  endedAt: bigint | undefined;
}

it(
  `no run is lost, stored twice or out of order when ${KILLS} processes are killed`,
  async () => {
    const { url } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}\n` });
    const path = join(cwd, 'store', 'history.db');
    const written = new Map<string, Written>();
    const warnings: string[] = [];
    const children = await childStarter(path, written, warnings);
    const server = new HistoryThread(pathToFileURL(workerFile), settingsOf(path), (text) =>
      warnings.push(text),
    );
    const over = new AbortController();
    const polling = poll(server, over.signal);
    const commands = runCommands(cwd, path, written, warnings, over.signal);
    for (let kill = 0; kill < KILLS; kill += 1) await children.killOne();
    over.abort();
    await children.killAll();
    const killedCommands = await commands;
    await polling;
    await server.close();
    await moveWaitingRuns(path);
    const stored = storedRuns(path);
    report(written, stored, killedCommands);
    expect(warnings).toEqual([]);
    expectEachOnce(written, stored);
    expectOrder(written, stored);
    expect((await readdir(`${path}.spool`)).filter((name) => !name.endsWith('.tmp'))).toEqual([]);
  },
  LIMIT_MS,
);

/** A server that reads all the time. */
async function poll(server: HistoryThread, over: AbortSignal): Promise<void> {
  for (; !over.aborted; await sleep(20)) await server.query('list', { limit: 1 });
}

function settingsOf(path: string) {
  // On a busy machine others may hold the lock for long.
  const times = { busyTimeoutMs: 60_000, lockTimeoutMs: 60_000, retryDelayMs: 30_000 };
  return { path, keepRuns: KEEP_RUNS, check: 'touched' as const, ...times };
}

/** Three writers and two readers at a time; one that is killed is replaced. */
async function childStarter(path: string, written: Map<string, Written>, warnings: string[]) {
  const module = join(repositoryRoot, 'src/history/spool/spool-runs.ts');
  const { file, remove } = await buildTestProgram(WRITER, { 'spool-runs': module });
  onTestFinished(remove);
  const rows = JSON.stringify(rowsOf(run()));
  let count = 0;
  const start = (kind: 'writer' | 'reader'): Child => {
    count += 1;
    const args =
      kind === 'writer'
        ? [fileURLToPath(file), path, rows, `writer-${count}`]
        : ['-e', READER, workerFile, JSON.stringify(settingsOf(path))];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let rest = '';
    const ready = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word = '', id = '', time = '0'] = line.split(' ');
        const entry = written.get(id);
        if (word === 'begin') written.set(id, { beganAt: BigInt(time), endedAt: undefined });
        else if (word === 'done' && entry) entry.endedAt = BigInt(time);
        else if (word !== 'ready') warnings.push(line);
      }
    });
    return { kind, child, ready };
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  const running = (['writer', 'writer', 'writer', 'reader', 'reader'] as const).map(start);
  return {
    killOne: async () => {
      const at = random.below(running.length);
      const chosen = running[at];
      if (chosen === undefined) return;
      await chosen.ready;
      await sleep(random.below(80));
      await kill(chosen.child);
      running[at] = start(chosen.kind);
    },
    killAll: () => Promise.all(running.map(({ child }) => kill(child))),
  };
}

/** Runs the command again and again and kills every second one; returns how many were. */
async function runCommands(
  cwd: string,
  path: string,
  written: Map<string, Written>,
  warnings: string[],
  over: AbortSignal,
): Promise<number> {
  let killed = 0;
  for (let n = 0; !over.aborted; n += 1) {
    const id = `command-${n}`;
    const entry: Written = { beganAt: process.hrtime.bigint(), endedAt: undefined };
    written.set(id, entry);
    const args = [builtMain, 'run', 'a.http', '-e', id, '--history-db', path];
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const killing = n % 2 === 0 ? setTimeout(() => child.kill('SIGKILL'), random.below(400)) : undefined;
    const code = await ended;
    clearTimeout(killing);
    // A run that could not be stored is not lost in silence.
    if (code === 0 && /Warning: (?!environment )/.test(stderr)) warnings.push(`${id}: ${stderr}`);
    else if (code === 0) entry.endedAt = process.hrtime.bigint();
    else if (code === null) killed += 1;
    else expect.fail(`svc run ended with ${code}`);
  }
  return killed;
}

type Stored = readonly { readonly id: number; readonly environment: string; readonly results: number }[];

function storedRuns(path: string): Stored {
  const database = new DatabaseSync(path, { readOnly: true });
  const counts = '(SELECT count(*) FROM results WHERE run_id = runs.id) AS results';
  try {
    return database.prepare(`SELECT id, environment, ${counts} FROM runs ORDER BY id`).all() as Stored;
  } finally {
    database.close();
  }
}

function expectEachOnce(written: ReadonlyMap<string, Written>, stored: Stored): void {
  const times = new Map<string, number>();
  for (const { environment } of stored) times.set(environment, (times.get(environment) ?? 0) + 1);
  const lost = [...written].filter(([id, { endedAt }]) => endedAt !== undefined && !times.has(id));
  expect(lost).toEqual([]);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  expect([...times.keys()].filter((id) => !written.has(id))).toEqual([]);
  const expected = (id: string): number => (id.startsWith('command') ? 1 : 3);
  expect(stored.filter(({ environment, results }) => results !== expected(environment))).toEqual([]);
}

/** A run that began after another one was on the disk has a higher number. */
function expectOrder(written: ReadonlyMap<string, Written>, stored: Stored): void {
  const idOf = new Map(stored.map(({ id, environment }) => [environment, id]));
  const runs = [...written].flatMap(([name, times]) => {
    const id = idOf.get(name);
    return id === undefined ? [] : [{ id, name, ...times }];
  });
  const byEnd = runs
    .flatMap((each) => (each.endedAt === undefined ? [] : [{ ...each, endedAt: each.endedAt }]))
    .toSorted((a, b) => Number(a.endedAt - b.endedAt));
  const wrong: string[] = [];
  let highest = 0;
  let at = 0;
  for (const { id, name, beganAt } of runs.toSorted((a, b) => Number(a.beganAt - b.beganAt))) {
    for (let next = byEnd[at]; next !== undefined && next.endedAt < beganAt; next = byEnd[++at])
      highest = Math.max(highest, next.id);
    if (id <= highest) wrong.push(name);
  }
  expect(wrong).toEqual([]);
}

function report(written: ReadonlyMap<string, Written>, stored: Stored, killedCommands: number): void {
  const ended = [...written.values()].filter(({ endedAt }) => endedAt !== undefined).length;
  // Enough happened for the figures to mean something.
  expect(ended).toBeGreaterThan(KILLS / 4);
  if (process.env['SVC_SPOOL_KILLS'] === undefined) return;
  const found = new Set(stored.map(({ environment }) => environment));
  const unfinished = [...written].filter(([, { endedAt }]) => endedAt === undefined);
  const present = unfinished.filter(([id]) => found.has(id)).length;
  process.stdout.write(
    `${KILLS} kills of writers and readers, ${killedCommands} of svc run; ${ended} runs reported as written, ` +
      `${stored.length} stored, ${unfinished.length} under way when killed, of which ${present} are stored\n`,
  );
}
