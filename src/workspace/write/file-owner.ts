/** Which process created a lock or a temporary file, and whether it still runs. */
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { ownProcess } from '../../primitives/own-process.js';
import { diskCode } from '../paths/disk-error.js';

export interface FileOwner {
  /** Identifies the boot of the machine and the container, outside of which process ids mean nothing. */
  readonly machine: string;
  readonly pid: number;
  /** The start time, which distinguishes processes with the same id; empty if the system does not provide it. */
  readonly started: string;
}

/** Undefined in a thread if the system does not reveal the id of its process. */
export function thisOwner(): FileOwner | undefined {
  thisProcess ??= findOwner();
  return thisProcess.pid === 0 ? undefined : thisProcess;
}

let thisProcess: FileOwner | undefined;

function findOwner(): FileOwner {
  const pid = ownProcess()?.id ?? Number(readIfThere(() => readlinkSync('/proc/self')) ?? 0);
  return { machine: machineId(), pid, started: pid === 0 ? '' : startTimeOf(pid) };
}

/** Whether the process still runs; `unknown` for processes of other machines and containers. */
export function stateOf(owner: FileOwner): 'alive' | 'gone' | 'unknown' {
  const own = thisOwner();
  if (own === undefined || owner.machine !== own.machine) return 'unknown';
  const started = owner.started === '' ? '' : startTimeOf(owner.pid);
  if (started !== '') return started === owner.started ? 'alive' : 'gone';
  // Without a start time it may be a later process with the same id, so callers decide by the age of the file.
  return exists(owner.pid) ? 'unknown' : 'gone';
}

function exists(pid: number): boolean {
  return ownProcess()?.isAlive(pid) ?? (existsSync(`/proc/${pid}`) || !existsSync('/proc/self'));
}

/** An id of eight hexadecimal digits. */
function machineId(): string {
  const boot = readIfThere(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const container = readIfThere(() => readlinkSync('/proc/self/ns/pid'));
  // Two machines may have the same host name, so it is the last resort.
  const text = boot === undefined ? (ownProcess()?.host() ?? '') : `${boot}${container ?? ''}`;
  // FNV-1a, because importing node:crypto delays the start of the command.
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** In ticks since boot: the 22nd field of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
function startTimeOf(pid: number): string {
  const text = readIfThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  // The second field is a name in parentheses that may contain blanks and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A zombie no longer holds any file.
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
}

function readIfThere(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (diskCode(error) === '') throw error;
    return undefined;
  }
}
