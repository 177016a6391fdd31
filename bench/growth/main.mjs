// node bench/growth/main.mjs [--only parse,run] [--json]: with which power of its size does the cost of an operation grow?
// Exits with 1 when an exponent is above its bar.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bars, measureGrowth } from './sweep.mjs';
import { runSweeps } from './sweeps/run.mjs';
import { valueSweeps } from './sweeps/values.mjs';

const self = fileURLToPath(import.meta.url);
const dist = join(dirname(self), '..', '..', 'dist');
const rounds = Number(process.env.ROUNDS ?? 3);

/** @type {readonly import('./sweep.mjs').Sweep[]} */
const sweeps = [...runSweeps, ...valueSweeps];

if (process.argv[1] === self) await printGrowth();

async function printGrowth() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean' } } });
  const only = values.only?.split(',');
  for (const sweep of sweeps) {
    if (only && !only.includes(sweep.name)) continue;
    const directory = mkdtempSync(join(tmpdir(), 'svc-growth-'));
    const started = performance.now();
    try {
      const { exponent, last, points } = await measureGrowth(sweep, { directory, main: join(process.env.DIST ?? dist, 'main.js'), rounds });
      const mark = exponent > bars[sweep.expected] ? 'MISS' : 'ok  ';
      const costs = points.map(({ size, cost }) => `${size}: ${cost.toPrecision(3)}`).join('  ');
      console.log(`${mark} ${sweep.name.padEnd(22)} ${exponent.toFixed(2)}  last ${last.toFixed(2)}  ${costs} ms   ${((performance.now()-started)/1000).toFixed(1)}s ${sweep.what}`);
    } catch (error) { console.log(sweep.name, error); } finally {
      rmSync(directory, { recursive: true, maxRetries: 3 });
    }
  }
}
