import type { FindProgress } from '../../stress/measure/find-figures.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { StressUpdate, WorkerUpdate } from '../../stress/measure/stress-result.js';

/** The live line: `00:12/00:30  50.1/s  601 ok  2 err  p95 21.3ms  8 active`. */
export function stressLine(
  { phase, elapsed, stats, find, workers }: StressUpdate,
  { duration }: StressOptions,
): string {
  if (phase !== 'load' && phase !== 'drain') return phase;
  if (find) return findLine(find, elapsed, stats.p95Ms);
  const { rps, success, errors, p95Ms, activeVUs } = stats;
  const time = `${clock(elapsed)}/${clock(duration / 1000)}`;
  const counts = `${success} ok  ${errors} err`;
  const line = `${time}  ${rps.toFixed(1)}/s  ${counts}  p95 ${p95Ms.toFixed(1)}ms  ${activeVUs} active`;
  return workers ? `${line}  ${crewText(workers)}` : line;
}

/** `4 workers`, or `3 of 4 workers` after a loss. */
function crewText(workers: readonly WorkerUpdate[]): string {
  const all = formatCount(workers.length, 'worker');
  const present = workers.filter(({ state }) => state !== 'lost').length;
  return present === workers.length ? all : `${present} of ${all}`;
}

/** Of a search: `step 7  566/s  00:03  p95 6.4ms  400/s held, 800/s failed`. */
function findLine({ step, rate, low, high }: FindProgress, elapsed: number, p95Ms: number): string {
  const ends = [...(low > 0 ? [`${low}/s held`] : []), ...(high === null ? [] : [`${high}/s failed`])];
  const parts = [`step ${step}`, `${rate}/s`, clock(elapsed), `p95 ${p95Ms.toFixed(1)}ms`, ends.join(', ')];
  return parts.join('  ').trimEnd();
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? [hours, ...parts].join(':') : parts.join(':');
}
