/** What processes cost, asked of the kernel; Linux only. */
import { readFile } from 'node:fs/promises';
import type { RedisServer } from '../servers/redis-server.js';

const TICKS_PER_SECOND = 100;

/** Seconds of CPU time that a process has used, all of its threads together. */
export async function cpuSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Megabytes that a process has in memory. */
export async function memoryMegabytes(pid: number | undefined): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

export interface Cost {
  /** Percent of one core. */
  readonly cpuPercent: number;
  readonly seconds: number;
}

/** Of a process, from now until the returned function is called. */
export async function measureCpu(pid: number | undefined): Promise<() => Promise<Cost>> {
  const before = await cpuSeconds(pid);
  const start = performance.now();
  return async () => {
    const used = (await cpuSeconds(pid)) - before;
    const seconds = (performance.now() - start) / 1000;
    return { cpuPercent: (100 * used) / seconds, seconds };
  };
}

/** Bytes that went through a Redis since it started, in and out. */
export async function queueBytes(redis: Pick<RedisServer, 'command'>): Promise<number> {
  const info = await redis.command('INFO', 'stats');
  const value = (name: string): number => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
  return value('total_net_input_bytes') + value('total_net_output_bytes');
}

export function seconds(count: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, count * 1000);
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
