import { spawn } from 'node:child_process';
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
