// node bench/growth/main.mjs [--only parse,run] [--json]: with which power of its size does the cost of an operation grow?
// Exits with 1 when an exponent is above its bar.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bars, measureGrowth } from './sweep.mjs';
import { historySweeps } from './sweeps/history.mjs';
import { importSweeps } from './sweeps/import.mjs';
import { languageSweeps } from './sweeps/language.mjs';
import { listenerSweeps } from './sweeps/listeners.mjs';
import { mockSweeps } from './sweeps/mock.mjs';
import { runSweeps } from './sweeps/run.mjs';
import { valueSweeps } from './sweeps/values.mjs';
import { workspaceSweeps } from './sweeps/workspace.mjs';

/** @typedef {import('./sweep.mjs').Sweep} Sweep */
/** @typedef {import('./sweep.mjs').Growth & { name: string, what: string, bar: number, seconds: number }} Result */

const self = fileURLToPath(import.meta.url);
const dist = join(dirname(self), '..', '..', 'dist');

/** @type {readonly Sweep[]} */
const sweeps = [
  ...languageSweeps,
  ...runSweeps,
  ...valueSweeps,
  ...importSweeps,
  ...mockSweeps,
  ...historySweeps,
  ...listenerSweeps,
  ...workspaceSweeps,
];

/** What users have most of: a whole run of the bench takes these, and the others when `growth` is named. */
const FIRST = new Set([
  'parse',
  'run',
  'assertions',
  'import-openapi',
  'import-har',
  'mock-start',
  'mock-request',
  'history',
  'listeners',
  'workspace-open',
  'validate',
]);

/** The sweeps as measures of `npm run bench`: their value is the exponent. */
export const measures = sweeps.map((sweep) => ({
  name: `${sweep.name}: ${sweep.what}`,
  group: 'growth',
  isFurther: !FIRST.has(sweep.name),
  better: /** @type {const} */ ('lower'),
  bar: bars[sweep.expected],
  run: async (/** @type {{ directory: string, dist: string }} */ context) => {
    const { exponent, points } = await measureIn(
      mkdtempSync(join(context.directory, 'growth-')),
      context.dist,
      sweep,
    );
    const largest = points.at(-1)?.cost ?? Number.NaN;
    return { value: exponent, limit: 1, own: largest, unit: 'ms', note: costsOf(points) };
  },
}));

if (process.argv[1] === self) await printGrowth();

async function printGrowth() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean' } } });
  const names = values.only?.split(',');
  const unknown = names?.find((name) => sweeps.every((sweep) => sweep.name !== name));
  if (unknown !== undefined) throw new Error(`no sweep is called ${unknown}`);
  /** @type {Result[]} */
  const results = [];
  for (const sweep of sweeps) {
    if (names && !names.includes(sweep.name)) continue;
    const started = performance.now();
    const growth = await measureIn(mkdtempSync(join(tmpdir(), 'svc-growth-')), dist, sweep);
    const seconds = (performance.now() - started) / 1000;
    const result = { name: sweep.name, what: sweep.what, bar: bars[sweep.expected], ...growth, seconds };
    results.push(result);
    if (!isWithinBar(result)) process.exitCode = 1;
    if (values.json !== true) console.log(lineOf(result));
  }
  if (values.json === true) console.log(JSON.stringify(results, undefined, 2));
}

/**
 * @param {string} directory is removed afterwards
 * @param {string} program the folder of the built program
 * @param {Sweep} sweep
 */
async function measureIn(directory, program, sweep) {
  try {
    return await measureGrowth(sweep, { directory, dist: program });
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** An exponent that cannot be fitted misses its bar. @param {Result} result */
function isWithinBar({ exponent, bar }) {
  return exponent <= bar;
}

/** @param {Result} result */
function lineOf(result) {
  const { name, what, exponent, last, bar, points, seconds } = result;
  const mark = isWithinBar(result) ? 'ok  ' : 'MISS';
  const figures = `${exponent.toFixed(2).padStart(5)}  bar ${bar}  last two ${last.toFixed(2).padStart(5)}`;
  return `${mark} ${name.padEnd(17)} ${figures}  ${what}\n${' '.repeat(23)}${costsOf(points)}  (${seconds.toFixed(1)} s)`;
}

/** @param {readonly import('./fit.mjs').Point[]} points */
function costsOf(points) {
  const figures = points.map(({ size, cost }) => `${size}: ${Number(cost.toPrecision(3))}`);
  return `${figures.join(', ')} ms`;
}
