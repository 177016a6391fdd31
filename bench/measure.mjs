// What a measure is: a row of the table, and how its figures are taken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {{
 *   directory: string,
 *   dist: string,
 *   against?: string | undefined,
 *   rounds: number,
 *   log: (text: string) => void,
 *   once: <T>(name: string, work: () => T | Promise<T>) => Promise<T>,
 * }} Context
 *   directory: temporary; dist: the build to measure; against: another build; once: figures that several rows share
 * @typedef {{ value: number, own: number, limit?: number | undefined, unit: string, note?: string }} Figures
 *   value: the ratio of both, or `own` where there is no limit
 * @typedef {{
 *   name: string,
 *   group: string,
 *   better: 'lower' | 'higher',
 *   bar?: number | undefined,
 *   barOn?: 'value' | 'own',
 *   compared?: 'ratio' | 'bar',
 *   isFurther?: boolean,
 *   run: (context: Context) => Figures | Promise<Figures>,
 * }} Measure
 *   barOn: what the bar is for; compared: how `--check` looks at it, for rows whose ratio is noise only at their bar;
 *   isFurther: whether it is left out unless its group is named, since all of them would take too long
 */

/** Groups that `npm run bench` measures, in the order of the table. */
export const GROUPS = [
  'startup',
  'run',
  'load',
  'workspace',
  'validate',
  'import',
  'mock',
  'proxy',
  'server',
  'mcp',
  'strength',
  'web',
  'growth',
];

/** Groups that take too long, or need another build, and are measured only when they are named. */
export const NAMED_GROUPS = ['load-memory', 'proxy-memory', 'editor', 'against'];

/** Thrown by a measure that this machine cannot take; the row then gives the reason. */
export class Unavailable extends Error {}

/**
 * @param {Pick<Context, 'dist' | 'against' | 'rounds' | 'log'>} settings
 * @returns {{ context: Context, remove: () => void }}
 */
export function createContext(settings) {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  /** @type {Map<string, Promise<any>>} */
  const shared = new Map();
  /** @type {Context['once']} */
  const once = (name, work) => {
    const found = shared.get(name) ?? Promise.resolve().then(work);
    shared.set(name, found);
    return found;
  };
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  return {
    context: { ...settings, directory, once },
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/**
 * A cost: a ratio of two times or sizes, where less is better.
 * @param {number} own
 * @param {number} limit
 * @param {string} unit
 * @param {string} [note]
 * @returns {Figures}
 */
export function ratioOf(own, limit, unit, note) {
  return { value: own / limit, own, limit, unit, ...(note !== undefined && { note }) };
}

/**
 * The share of a rate that is reached, from what one piece of work costs both.
 * @param {number} own
 * @param {number} limit
 * @param {string} unit
 * @param {string} [note]
 * @returns {Figures}
 */
export function shareOf(own, limit, unit, note) {
  return { value: limit / own, own, limit, unit, ...(note !== undefined && { note }) };
}

/**
 * A figure that is compared with nothing.
 * @param {number} own
 * @param {string} unit
 * @param {string} [note]
 * @returns {Figures}
 */
export function alone(own, unit, note) {
  return { value: own, own, unit, ...(note !== undefined && { note }) };
}
