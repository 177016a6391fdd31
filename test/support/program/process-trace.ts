/** What a process leaves behind: the files below a folder, and whether it ever had children. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By path, what tells whether it was changed: kind, times and content. */
export function traceFiles(root: string): Record<string, string> {
  const trace: Record<string, string> = {};
  for (const name of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
    const path = join(root, name);
    const status = lstatSync(path);
    const content = status.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
    trace[name] = `${status.mode} ${status.mtimeMs} ${status.ctimeMs} ${content}`;
  }
  return trace;
}

export interface ChildrenTrace {
  readonly running: readonly string[];
  /** Whether some have ended already, where the system tells. */
  readonly hasEnded: boolean;
}

export function traceChildren(processId: number): ChildrenTrace {
  if (process.platform !== 'linux') return { running: childrenByPs(processId), hasEnded: false };
  const running = readdirSync(`/proc/${processId}/task`).flatMap((thread) =>
    childrenOfThread(`/proc/${processId}/task/${thread}`),
  );
  const status = readFileSync(`/proc/${processId}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain blanks; the ninth field after it counts page faults of children.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return { running, hasEnded: fields[8] !== '0' };
}

/** A thread may end before its file is read. */
function childrenOfThread(folder: string): string[] {
  try {
    return readFileSync(`${folder}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function childrenByPs(processId: number): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent]) => parent === String(processId))
    .map(([, child = '']) => child);
}
