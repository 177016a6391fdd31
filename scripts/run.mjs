import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

/**
 * The npm that runs this script, else the one in PATH, which is a batch file on Windows and needs a shell there;
 * Node warns of arguments beside a shell.
 * @param {readonly string[]} args
 */
export function npmCommand(args) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js')
    ? { program: process.execPath, args: [npm, ...args], shell: false }
    : process.platform === 'win32'
      ? { program: ['npm', ...args].join(' '), args: [], shell: true }
      : { program: 'npm', args, shell: false };
}

/**
 * Runs a program in the repository, or in another directory, showing its output as it comes.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ shell?: boolean, cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [options]
 * @returns {Promise<number>} the exit code
 */
export function run(program, args, { shell = false, cwd = root, env = process.env, signal } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'inherit', shell, ...(signal && { signal }) });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @typedef {{ shell?: boolean, cwd?: string, timeout?: number, argv0?: string,
 *   onStart?: (processId: number) => void }} QuietOptions
 *   timeout: milliseconds, then it is ended; argv0: the name that the program sees as its own
 */

/**
 * Runs a program in the repository, or in another directory, and keeps what it printed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [variables] beside those of this process
 * @param {QuietOptions} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string }>} output: of both streams as it came
 */
export function runQuietly(program, args, variables = {}, options = {}) {
  const { shell = false, cwd = root, timeout = 0, argv0 = program, onStart = () => undefined } = options;
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe']);
    const child = spawn(program, args, { cwd, env, shell, timeout, argv0, stdio: [...stdio] });
    if (child.pid !== undefined) onStart(child.pid);
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      stdout += text;
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output, stdout }));
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
