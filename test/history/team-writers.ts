import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../support/program/run-svc.js';

export interface TeamWriter {
  readonly process: ChildProcess;
  /** The lines that it has printed, without the last one while that is not whole. */
  readonly lines: () => readonly string[];
  readonly ended: Promise<void>;
}

export interface WriterTask {
  readonly url: string;
  readonly home: string;
  /** The environment of its runs is this name with a number. */
  readonly name: string;
  readonly count: number;
  readonly keepRuns?: number;
}

/** A process that stores runs until it has stored so many or is killed. */
export function startWriter({ url, home, name, count, keepRuns = 1_000_000 }: WriterTask): TeamWriter {
  const program = fileURLToPath(new URL('programs/team-writer.ts', import.meta.url));
  const args = ['--import', 'tsx', program, home, name, String(count), String(keepRuns)];
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'], SVC_HISTORY_URL: url, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  return { process: child, lines: () => text.split('\n').slice(0, -1), ended };
}

/** Runs that are not whole, and environments that were stored twice. */
export const BROKEN_RUNS = `
  select environment from svc.runs group by environment having count(*) > 1
  union all
  select environment from svc.runs where total <> (
    select count(*) from svc.results where run_id = runs.id
  ) or exists (
    select 1 from svc.results where run_id = runs.id
      and not exists (select 1 from svc.assertions where result_id = results.id)
  )`;
