import { spawn } from 'node:child_process';
import { root } from './files.mjs';

/**
 * The npm that runs this script, else the one in PATH, which is a batch file on Windows and needs a shell there.
 * @param {readonly string[]} args
 */
export function npmCommand(args) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js')
    ? { program: process.execPath, args: [npm, ...args], shell: false }
    : { program: 'npm', args, shell: process.platform === 'win32' };
}

/**
 * Runs a program in the repository, or in another directory, showing its output as it comes.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ shell?: boolean, cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} the exit code
 */
export function run(program, args, { shell = false, cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'inherit', shell });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program in the repository, or in another directory, and keeps what it printed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [variables] beside those of this process
 * @param {{ shell?: boolean, cwd?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, variables = {}, { shell = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(program, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
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
