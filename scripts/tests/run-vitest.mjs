// Runs vitest with its whole output in a log, and gives what every test did.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../files.mjs';
import { toolScript } from '../run.mjs';
import { resultsPath } from './places.mjs';

/**
 * @typedef {import('./results-reporter.mjs').RunRecord} RunRecord
 * @typedef {import('./results-reporter.mjs').Progress} Progress
 * @typedef {'quick' | 'slow' | 'all'} TestScope
 *
 * @typedef {object} VitestOptions
 * @property {TestScope} scope
 * @property {string} name of its files among the results
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} [variables]
 * @property {(progress: Progress) => void} [onProgress]
 *
 * @typedef {object} VitestRun
 * @property {number} code
 * @property {RunRecord | undefined} record undefined if vitest ended before it could write it; the log says why
 * @property {string} log the path of what vitest printed
 * @property {readonly string[]} notRun what tests could not do here, one line each
 */

const CONFIGS = { quick: 'vitest.config.ts', slow: 'vitest.full.config.ts', all: 'vitest.all.config.ts' };

/**
 * @param {VitestOptions} options
 * @returns {Promise<VitestRun>}
 */
export async function runVitest({ scope, name, args, variables, onProgress = () => undefined }) {
  const log = await resultsPath(`${name}.log`);
  const results = await resultsPath(`${name}.json`);
  const notRun = await resultsPath(`${name}.not-run`);
  for (const path of [results, notRun]) await rm(path, { force: true });
  const reporters = ['--reporter=default', '--reporter=./scripts/tests/results-reporter.mjs'];
  const words = ['run', '--config', CONFIGS[scope], ...reporters, '--passWithNoTests', ...args];
  const child = spawn(process.execPath, [toolScript('vitest'), ...words], {
    cwd: root,
    env: { ...process.env, ...variables, SVC_TEST_RESULTS: results, SVC_TEST_NOT_RUN: notRun },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output.write(stripVTControlCharacters(text));
    });
  }
  child.on('message', (message) => onProgress(/** @type {Progress} */ (message)));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  await new Promise((resolve) => output.end(() => resolve(undefined)));
  return { code, log, record: await readRecord(results), notRun: await readLines(notRun) };
}

/**
 * @param {string} path
 * @returns {Promise<RunRecord | undefined>}
 */
export async function readRecord(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} path */
async function readLines(path) {
  const text = await readFile(path, 'utf8').catch(() => '');
  return [...new Set(text.split('\n').filter(Boolean))];
}
