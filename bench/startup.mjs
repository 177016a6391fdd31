// node bench/startup.mjs: how much slower than Node itself does the command start? Exits with 1 when a bar is missed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 15;
const SERVER = `const server = require('node:http').createServer((request, response) => response.end('{"id":7}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
/** The minimum cost of a request once Node runs. */
const BARE = "require('node:http').get(process.argv[1], (response) => response.resume());";
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = String(await new Promise((resolve) => server.stdout.once('data', resolve))).trim();
const request = `GET http://127.0.0.1:${port}/`;
writeFileSync(join(directory, 'one.http'), `${request}\n\n>>>\nexpect status == 200\n<<<\n`);

/** @typedef {{ name: string, command: [string, ...string[]], bar?: number, times: number[] }} Contestant */

const baseline = contestant('node -e 0', [process.execPath, '-e', '0']);
const contestants = [
  contestant('node dist/main.js --version', [process.execPath, join(dist, 'main.js'), '--version'], 1.6),
  contestant('svc --version', [join(dist, 'svc'), '--version'], 1.6),
  contestant(
    'node dist/main.js validate one.http',
    [process.execPath, join(dist, 'main.js'), 'validate', 'one.http'],
    2.2,
  ),
  contestant('svc validate one.http', [join(dist, 'svc'), 'validate', 'one.http'], 2.2),
  contestant('a bare node:http script', [process.execPath, '-e', BARE, `http://127.0.0.1:${port}/`]),
  contestant('svc run one.http --no-history', [join(dist, 'svc'), 'run', 'one.http', '--no-history'], 2.3),
  contestant('svc run one.http', [join(dist, 'svc'), 'run', 'one.http'], 3),
];

try {
  // Alternates, so that a slow moment of the machine affects all of them; the first round only fills the disk cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of [baseline, ...contestants]) {
      const time = timeOf(each);
      if (round > 0) each.times.push(time);
    }
  }
  report();
} finally {
  server.kill();
  rmSync(directory, { recursive: true });
}

function report() {
  const base = median(baseline.times);
  console.log(`${baseline.name.padEnd(38)} ${base.toFixed(1).padStart(7)} ms   (medians of ${rounds})`);
  for (const { name, times, bar = Infinity } of contestants) {
    const ratio = median(times) / base;
    const verdict = ratio <= bar ? 'ok' : 'MISSED';
    const figures = `${median(times).toFixed(1).padStart(7)} ms   ${ratio.toFixed(2)} x`;
    const barText = bar === Infinity ? '' : `   bar ${bar} x   ${verdict}`;
    console.log(`${name.padEnd(38)} ${figures}${barText}`);
    if (ratio > bar) process.exitCode = 1;
  }
}

/**
 * @param {string} name
 * @param {[string, ...string[]]} command
 * @param {number} [bar]
 * @returns {Contestant}
 */
function contestant(name, command, bar) {
  return { name, command, times: [], ...(bar === undefined ? {} : { bar }) };
}

/** @param {Contestant} contestant */
function timeOf({ name, command: [program, ...args] }) {
  const env = { PATH: process.env['PATH'], HOME: directory };
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, { cwd: directory, env });
  const time = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${String(stderr)}`);
  return time;
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
