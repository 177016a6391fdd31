import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

/**
 * Runs a program in the repository, showing its output as it comes.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ shell?: boolean, variables?: NodeJS.ProcessEnv }} [options] variables beside those of this process
 * @returns {Promise<number>} the exit code
 */
export function run(program, args, { shell = false, variables = {} } = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit', shell });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program in the repository and keeps what it printed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [variables] beside those of this process
 * @param {number} [timeout] milliseconds, after which the program is ended
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, variables = {}, timeout = 0) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(program, args, { cwd: root, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * The script behind a command of node_modules/.bin, which is not a program that every system can start.
 * @param {string} name of a package with one command
 */
export function toolScript(name) {
  const directory = join(root, 'node_modules', name);
  /** @type {{ bin: Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, Object.values(bin)[0] ?? '');
}
