// node bench/mcp.mjs: how soon does `svc mcp serve` respond, how fast are its calls, and does its memory stay flat?
// Exits with 1 when a bar is missed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {{ id: number, result: { isError?: boolean } }} ToolResponse */

const ROUNDS = 11;
const CALLS = 1000;
const START_BAR = 3;
const CALLS_BAR_MS = 2000;
const GROWTH_BAR = 1.25;
const main = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'main.js');
const workspace = mkdtempSync(join(tmpdir(), 'svc-bench-'));
writeFileSync(
  join(workspace, 'one.http'),
  '### One\nGET http://127.0.0.1/\n\n>>>\nexpect status == 200\n<<<\n',
);

try {
  await measureStart();
  await measureCalls();
} finally {
  rmSync(workspace, { recursive: true });
}

async function measureStart() {
  const bare = [];
  const server = [];
  // Alternates, so that a slow moment of the machine affects both; the first round only fills the disk cache.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    const between = performance.now();
    const client = connect();
    await client.initialize();
    const ended = performance.now();
    await client.close();
    if (round > 0) bare.push(between - started);
    if (round > 0) server.push(ended - between);
  }
  const ratio = median(server) / median(bare);
  const figures = `${median(bare).toFixed(1)} ms   initialize ${median(server).toFixed(1)} ms`;
  checkBar(`node -e 0 ${figures}   ${ratio.toFixed(2)} x`, `bar ${START_BAR} x`, ratio <= START_BAR);
}

/** Calls beyond the rate limit get responses too, as errors. */
async function measureCalls() {
  const client = connect();
  await client.initialize();
  const sizes = [];
  let first;
  for (let round = 0; round < 5; round += 1) {
    const { ms, good } = await client.validateAll(CALLS);
    first ??= { ms, good };
    sizes.push(residentSize(client.pid));
  }
  const { ms, good } = /** @type {{ ms: number, good: number }} */ (first);
  const text = `${CALLS} svc_validate calls ${ms.toFixed(0)} ms (${good} validated, the others rate limited)`;
  checkBar(text, `bar ${CALLS_BAR_MS} ms`, ms <= CALLS_BAR_MS && good > 0);
  const growth = (sizes.at(-1) ?? 0) / (sizes[1] ?? 1);
  const memory = sizes.map((size) => (size / 1024).toFixed(0)).join(', ');
  checkBar(`resident MiB after each round: ${memory}`, `bar ${GROWTH_BAR} x`, growth <= GROWTH_BAR);
  await client.close();
}

function connect() {
  const args = ['--', main, 'mcp', 'serve', '--workspace', workspace, '--log-level', 'error'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  /** @type {Map<number, (message: ToolResponse) => void>} */
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    /** @type {ToolResponse} */
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  /** @param {string} method @param {object} params @returns {Promise<ToolResponse>} */
  const ask = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  return {
    pid: child.pid,
    initialize: () =>
      ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      }),
    /** @param {number} count */
    async validateAll(count) {
      const started = performance.now();
      const call = { name: 'svc_validate', arguments: { file: 'one.http' } };
      let good = 0;
      // Sequential, as an agent makes its calls.
      for (let made = 0; made < count; made += 1) {
        const { result } = await ask('tools/call', call);
        if (result.isError !== true) good += 1;
      }
      return { ms: performance.now() - started, good };
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.stdin.end();
      }),
  };
}

/** @param {number | undefined} pid */
function residentSize(pid) {
  const [, size = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(size);
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** @param {string} text @param {string} bar @param {boolean} isMet */
function checkBar(text, bar, isMet) {
  console.log(`${text}   ${bar}   ${isMet ? 'ok' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
}
