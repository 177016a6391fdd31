import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

/**
 * The npm that runs this script, else the one in PATH, which is a batch file on Windows and needs a shell there. Then
 * the arguments are part of the command, because Node warns about separate ones.
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
 * Runs a program in the repository or another directory, with its output on the terminal.
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
 * Runs a program in the repository or another directory, and returns its output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [variables] in addition to those of this process
 * @param {{ shell?: boolean, cwd?: string, timeout?: number }} [options] timeout: milliseconds after which it is killed
 * @returns {Promise<{ code: number, output: string, stdout: string }>} output: both streams in their order
 */
export function runQuietly(program, args, variables = {}, { shell = false, cwd = root, timeout = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(program, args, { cwd, env, shell, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
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
 * The script of a command in node_modules/.bin, which not every system can start as a program.
 * @param {string} name of a package with one command
 */
export function toolScript(name) {
  const directory = join(root, 'node_modules', name);
  /** @type {{ bin: Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return join(directory, Object.values(bin)[0] ?? '');
}
