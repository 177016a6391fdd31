// Load tests of svc, for the measures of the load generator and those beside other programs.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './medians.mjs';
import { cleanEnvironment, mainOf, programPath, runNode, start } from './processes.mjs';

/** @typedef {import('./measure.mjs').Context} Context */
/** @typedef {import('../src/stress/measure/stress-result.js').StressResult} StressResult */
/** @typedef {{ perSecond: number, microseconds: number }} LoadCost microseconds: processor time of one request */

export const USERS = 64;
export const LOAD_MS = 750;
/** Assertions on the status, a header and members of the body. */
const ASSERTIONS = `>>>
expect status 200
expect header Content-Type contains "json"
expect body.id == 7
expect body.name == "parcel"
expect body.state == "created"
expect body.weight > 1
expect body.sequence exists
<<<
`;

/** @returns {Promise<import('./processes.mjs').Server>} the target, on the core that the clients leave free */
export function startTarget() {
  return start([programPath('load-target')], { core: 1 });
}

/**
 * @param {string} directory
 * @param {string} url of the target
 */
export function writeLoadFiles(directory, url) {
  writeFileSync(join(directory, 'plain.http'), `GET ${url}/items\n`);
  writeFileSync(join(directory, 'checked.http'), `GET ${url}/items\n\n${ASSERTIONS}`);
  writeFileSync(join(directory, 'plain-differing.http'), `GET ${url}/differing\n`);
  writeFileSync(join(directory, 'checked-differing.http'), `GET ${url}/differing\n\n${ASSERTIONS}`);
  writeFileSync(join(directory, 'status.http'), `GET ${url}/items\n\n>>>\nexpect status 200\n<<<\n`);
  writeFileSync(join(directory, 'freeze.http'), `GET ${url}/freeze\n`);
}

/**
 * @param {Context} context
 * @param {string} file
 * @param {readonly string[]} flags
 * @param {number} [core]
 */
export async function stress(context, file, flags, core) {
  const args = ['--', mainOf(context), 'stress', file, '-o', 'json', '--no-history', ...flags];
  const used = await runNode(args, { cwd: context.directory, ...(core !== undefined && { core }) });
  /** @type {StressResult} */
  const result = JSON.parse(used.output);
  return { ...used, result };
}

/**
 * What a request of a load test costs, without the start of the program.
 * @param {Context} context
 * @param {string} file
 * @returns {Promise<LoadCost>}
 */
export async function loadCost(context, file) {
  const startCost = await context.once('start of a load test', () => startCpu(context));
  const { result, cpuMilliseconds } = await stress(
    context,
    file,
    ['--vus', String(USERS), '-d', `${LOAD_MS}ms`],
    0,
  );
  if (result.errorCount > 0) throw new Error(`${result.errorCount} requests of ${file} failed`);
  return {
    perSecond: result.avgRps,
    microseconds: ((cpuMilliseconds - startCost) * 1000) / result.totalRequests,
  };
}

/** @param {Context} context */
async function startCpu(context) {
  const times = [];
  for (let round = 0; round < 3; round += 1) {
    const { cpuMilliseconds } = await stress(context, 'plain.http', ['-r', '1', '-d', '1ms'], 0);
    times.push(cpuMilliseconds);
  }
  return median(times);
}

/**
 * @param {string} directory
 * @param {string} url
 * @returns {Promise<LoadCost>}
 */
export async function rawCost(directory, url) {
  const args = [programPath('raw-client'), url, String(USERS), String(LOAD_MS)];
  const { output } = await runNode(args, { cwd: directory, core: 0 });
  /** @type {{ responses: number, microseconds: number }} */
  const { responses, microseconds } = JSON.parse(output);
  return { perSecond: (responses / LOAD_MS) * 1000, microseconds: microseconds / responses };
}

/**
 * A load test that serves its metrics while it runs.
 * @param {Context} context
 * @param {string} duration
 */
export async function startWithMetrics(context, duration) {
  const flags = ['--vus', String(USERS), '-d', duration, '--metrics-port', '0', '--no-history'];
  const args = ['--', mainOf(context), 'stress', 'status.http', '-o', 'json', ...flags];
  const child = spawn(process.execPath, args, {
    cwd: context.directory,
    env: cleanEnvironment(context.directory),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  /** @type {Promise<string>} */
  const address = new Promise((resolve) => {
    child.stderr.on('data', (data) => {
      const [found] = /http:\S+/.exec(String(data)) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  return { child, address: await address, ended };
}
