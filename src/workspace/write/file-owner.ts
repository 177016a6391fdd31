/** Which process made a lock or a temporary file, and whether it is still there. */
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { ownProcess } from '../../primitives/own-process.js';
import { diskCode } from '../paths/disk-error.js';

export interface FileOwner {
  /** Of the machine since it was started, and of the container: process ids mean nothing elsewhere. */
  readonly machine: string;
  readonly pid: number;
  /** Tells a process from a later one with the same id; empty where the system does not say. */
  readonly started: string;
}

/** Undefined in a thread of a system that does not say which process it belongs to. */
export function thisOwner(): FileOwner | undefined {
  known ??= findOwner();
  return known.pid === 0 ? undefined : known;
}

let known: FileOwner | undefined;

function findOwner(): FileOwner {
  const pid = ownProcess()?.id ?? Number(quietly(() => readlinkSync('/proc/self')) ?? 0);
  return { machine: machineId(), pid, started: pid === 0 ? '' : startOf(pid) };
}

/** Whether the process is known to have ended; `unknown` for processes of other machines and containers. */
export function stateOf(owner: FileOwner): 'alive' | 'gone' | 'unknown' {
  const own = thisOwner();
  if (own === undefined || owner.machine !== own.machine) return 'unknown';
  const started = owner.started === '' ? '' : startOf(owner.pid);
  if (started !== '') return started === owner.started ? 'alive' : 'gone';
  // Without a time of start the process may be a later one with the same id: the age of the file has to tell.
  return exists(owner.pid) ? 'unknown' : 'gone';
}

function exists(pid: number): boolean {
  return ownProcess()?.isAlive(pid) ?? (existsSync(`/proc/${pid}`) || !existsSync('/proc/self'));
}

/** Eight hexadecimal digits. */
function machineId(): string {
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const container = quietly(() => readlinkSync('/proc/self/ns/pid'));
  // A name can be given twice, so it counts only where the system says nothing better.
  const text = boot === undefined ? (ownProcess()?.host() ?? '') : `${boot}${container ?? ''}`;
  // FNV-1a: node:crypto takes a noticeable part of a whole start.
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** In ticks since the start of the machine, the 22nd field of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
function startOf(pid: number): string {
  const text = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  // The second field is a name in parentheses that may hold blanks and parentheses of its own.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A zombie holds nothing open any more.
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
}

function quietly(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (diskCode(error) === '') throw error;
    return undefined;
  }
}
