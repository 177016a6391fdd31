// `npm run test:arch`: whether the project installs, builds and works on the other architecture, x64 on a machine
// with arm64 and the reverse, with an emulator and in a copy of the tree. `npm run test:arch -- 24` takes another
// Node than the oldest line.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { emulate, otherTarget } from './emulation.mjs';
import { isVersion } from './nodes.mjs';
import { run, runQuietly } from '../run.mjs';
import { smokeChecks } from './smoke-checks.mjs';
import { copyTree } from './tree-copy.mjs';

const started = Date.now();
// Child processes get the signal too and fail; then the copy is removed.
process.on('SIGINT', () => undefined);
try {
  const [version = '20', ...rest] = process.argv.slice(2);
  if (!isVersion(version) || rest.length > 0)
    throw new Error('the one argument is a version of Node such as 24.');
  const target = otherTarget(process.platform, process.arch);
  const { node, version: exact, env } = await stage('emulator and Node', () => emulate(target, version));
  const name = `Node ${exact} for linux-${target.arch}`;
  const tree = await copyTree();
  try {
    await installPackages(tree, target.arch, node, env);
    const check = join(tree, 'scripts', 'check-output.mjs');
    await stage('every script of the build parses, and the page starts', () =>
      expectSuccess(node, ['--experimental-vm-modules', '--no-warnings', check, 'dist'], tree, env),
    );
    const workspace = join(tree, '.smoke');
    const checks = smokeChecks({ node, tree, workspace, env, arch: target.arch, version: exact });
    for (const [title, check] of checks) await stage(title, check);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
  console.log(`\ntest:arch: passed with ${name} in ${secondsSince(started)}.`);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  console.error(`\ntest:arch: FAILED after ${secondsSince(started)}.`);
  process.exitCode = 1;
}

/**
 * npm itself is not emulated, because registries would time out and it is the same everywhere. The install scripts of
 * packages and the build are emulated, because they find the emulated Node in PATH.
 * @param {string} tree
 * @param {string} arch
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function installPackages(tree, arch, node, env) {
  await stage('npm ci, which builds', async () => {
    const flags = [`--cpu=${arch}`, '--os=linux', '--libc=glibc', '--loglevel=error', '--foreground-scripts'];
    const code = await run(process.execPath, [await npmScript(), 'ci', ...flags], { cwd: tree, env });
    if (code !== 0) throw new Error('npm ci failed; its messages are above.');
  });
  await stage('the build is complete', async () => {
    const output = await expectSuccess(node, [join(tree, 'scripts', 'build.mjs')], tree, env);
    if (!output.includes('up to date')) throw new Error(`it was built anew.\n${output}`);
  });
}

/** @returns {Promise<string>} the script of npm, which this Node can run */
async function npmScript() {
  const own = process.env['npm_execpath'];
  if (own?.endsWith('.js')) return own;
  const { output } = await runQuietly('npm', ['root', '--global', '--loglevel=error']);
  return join(output.trim(), 'npm', 'bin', 'npm-cli.js');
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} its output
 */
async function expectSuccess(program, args, cwd, env) {
  const { code, output } = await runQuietly(program, args, env, { cwd });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}.\n${output.trim()}`);
  return output;
}

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
async function stage(title, work) {
  const startedAt = Date.now();
  try {
    const result = await work();
    console.log(`${title}: ok (${secondsSince(startedAt)})`);
    return result;
  } catch (error) {
    console.error(`${title}: FAILED (${secondsSince(startedAt)})`);
    throw error;
  }
}

/** @param {number} startedAt */
function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
}
