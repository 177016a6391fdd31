// The script of action.yml. `prepare` says where svc is installed and under which key that folder is cached; `run`
// installs svc unless the folder has it, runs it and tells GitHub the results. Inputs come as variables and go on as
// elements of an argument vector, so no shell ever reads them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const USAGE = 64;
const NOT_AVAILABLE = 3;

/** A failure of the action itself, with its exit code. */
class ActionError extends Error {
  /** @param {string} message @param {number} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

try {
  checkNode();
  process.exitCode = process.argv[2] === 'prepare' ? await prepare() : await run();
} catch (error) {
  say('error', error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ActionError ? error.code : 1;
}

function checkNode() {
  const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new ActionError('svc needs Node.js 20.19 or newer; add actions/setup-node', NOT_AVAILABLE);
}

async function prepare() {
  const { folder, key } = await findPlace();
  // Machines that are not thrown away after a job have it already.
  const isCached = booleanInput('cache', true) && (await installedProgram(folder)) === undefined;
  await setOutputs({ folder, key, cache: String(isCached) });
  return 0;
}

async function run() {
  const { args, cwd, results, junit } = readRunInputs();
  const annotations = chooseAnnotations(cwd);
  if (process.env['CACHE_OUTCOME'] === 'failure') say('warning', 'The cache of svc could not be used.');
  const program = await provideProgram();
  const before = await identify(results);
  // Neither service.yaml nor a variable decides where the reports go.
  const reports = ['--output=console', '--output-file=-', `--report=json=${results}`, ...annotations.flags];
  if (junit !== '') reports.push(`--report=junit=${resolve(cwd, junit)}`);
  const words = [program, 'run', '--ci', '--no-history', ...reports, ...args];
  const code = await start(process.execPath, words, { cwd, env: annotations.env });
  await annotations.show();
  const isWritten = (await identify(results)) !== before;
  const counts = (isWritten && (await readJson(results)).summary) || {};
  await setOutputs({ ...counts, 'exit-code': String(code), results: isWritten ? results : '' });
  return code;
}

function readRunInputs() {
  const paths = linesOf('paths');
  if (paths.length === 0) {
    throw new ActionError('paths is empty; name the files and folders to run, one per line', USAGE);
  }
  const directory = input('working-directory', '.');
  const cwd = resolve(directory);
  if (!existsSync(cwd)) {
    throw new ActionError(`working-directory names ${directory}, which does not exist`, USAGE);
  }
  const parallel = input('parallel');
  const more = linesOf('args');
  const args = [
    ...flag('env', input('environment')),
    ...flag('tags', input('tags')),
    ...flag('exclude-tags', input('exclude-tags')),
    ...flag('shard', input('shard')),
    ...(parallel === '' ? [] : [`--parallel=${booleanInput('parallel', false)}`]),
    ...more,
    ...(more.includes('--') ? [] : ['--']),
    ...paths,
  ];
  return { args, cwd, results: resolve(cwd, input('results', 'svc-results.json')), junit: input('junit') };
}

/** @param {string} name as in action.yml @param {string} [initial] what an empty one stands for */
function input(name, initial = '') {
  const value = process.env[`INPUT_${name.toUpperCase().replace(/-/g, '_')}`] ?? '';
  return value.trim() === '' ? initial : value;
}

/** @param {string} name @param {boolean} initial */
function booleanInput(name, initial) {
  const text = input(name, String(initial)).trim();
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  throw new ActionError(`${name} is "${text}", but only true and false are possible`, USAGE);
}

/** @param {string} name of an input with one value per line */
function linesOf(name) {
  const lines = input(name)
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** @param {string} name @param {string} value */
function flag(name, value) {
  // In one word, a value that begins with a dash is a value.
  return value === '' ? [] : [`--${name}=${value}`];
}

/** Which package is wanted, in which folder it is installed, and the key of that folder in the cache. */
async function findPlace() {
  const given = input('package', ownPackage()).trim();
  const isTarball = /\.(?:tgz|tar\.gz)$/.test(given) && !/^[a-z+]+:\/\//i.test(given);
  const spec = isTarball ? resolve(given.replace(/^file:/, '')) : given;
  if (isTarball && !existsSync(spec)) {
    throw new ActionError(`package names ${given}, which does not exist`, USAGE);
  }
  // Another file can have the same name.
  const name = isTarball ? `${basename(spec)}-${digestOf(await readFile(spec))}` : given;
  const { RUNNER_OS: system = process.platform, RUNNER_ARCH: architecture = process.arch } = process.env;
  const whole = `svc-${system}-${architecture}-${name}`;
  // The cache takes neither commas nor line ends, and at most 512 characters.
  const plain = whole.replace(/[^\w.@/+~^:-]/g, '_').slice(0, 300);
  const key = plain === whole ? whole : `${plain}-${digestOf(whole)}`;
  const toolCache = process.env['RUNNER_TOOL_CACHE'] || join(tmpdir(), 'svc-tools');
  return { spec, key, folder: join(toolCache, 'svc', digestOf(key)) };
}

function ownPackage() {
  const manifest = join(dirname(fileURLToPath(import.meta.url)), '..', 'package.json');
  /** @type {{ name: string, version: string }} */
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return `${name}@${version}`;
}

/** @param {string | Uint8Array} content */
function digestOf(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The path of svc, installed now unless it is there. */
async function provideProgram() {
  const { spec, folder } = await findPlace();
  const present = await installedProgram(folder);
  if (present !== undefined) return present;
  await mkdir(dirname(folder), { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  await install(spec, own);
  // What is there does not work, or another job on the same machine was faster.
  await rm(folder, { recursive: true, force: true });
  await rename(own, folder);
  const installed = await installedProgram(folder);
  if (installed !== undefined) return installed;
  throw new ActionError(`the package ${spec} has no command svc that works`, NOT_AVAILABLE);
}

/** @param {string} spec @param {string} folder */
async function install(spec, folder) {
  const npm = npmCommand();
  const flags = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const args = [...npm.args, 'install', `--prefix=${folder}`, ...flags, '--loglevel=error', '--', spec];
  const token = randomUUID();
  console.log(`::stop-commands::${token}`);
  const code = await start(npm.program, args, { cwd: folder, env: process.env });
  console.log(`::${token}::`);
  if (code === 0) return;
  await rm(folder, { recursive: true, force: true });
  throw new ActionError(`npm could not install ${spec}`, NOT_AVAILABLE);
}

/** On Windows, npm in PATH is a batch file, which only a shell can start; its script is beside Node. */
function npmCommand() {
  const beside = dirname(process.execPath);
  const folders = [beside, join(beside, '..', 'lib')];
  const scripts = folders.map((folder) => join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'));
  const script = scripts.find((path) => existsSync(path));
  return script === undefined ? { program: 'npm', args: [] } : { program: process.execPath, args: [script] };
}

/** The program in a folder that an installation has filled, if it works. @param {string} folder */
async function installedProgram(folder) {
  if (!existsSync(folder)) return undefined;
  try {
    const { dependencies = {} } = await readJson(join(folder, 'package.json'));
    const home = join(folder, 'node_modules', Object.keys(dependencies)[0] ?? '');
    const program = join(home, (await readJson(join(home, 'package.json'))).bin?.['svc'] ?? '');
    const { status, stdout } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
    if (status === 0 && stdout.startsWith('svc ')) return program;
  } catch {
    // What is not complete does not work.
  }
  return undefined;
}

/**
 * svc names files relative to its folder, and GitHub looks for them in the repository. So in another folder the
 * annotations are written to a file, and printed with the names that GitHub knows.
 * @param {string} cwd
 */
function chooseAnnotations(cwd) {
  const isShown = booleanInput('annotations', true);
  const isSummarized = booleanInput('summary', true);
  const { GITHUB_STEP_SUMMARY: summary, ...others } = process.env;
  const env = isSummarized ? { ...others, GITHUB_STEP_SUMMARY: summary } : others;
  const prefix = relative(process.env['GITHUB_WORKSPACE'] || '.', cwd)
    .split(sep)
    .join('/');
  if (isShown && prefix === '') return { env, flags: ['--report=github'], show: async () => {} };
  if (!isShown && !isSummarized) return { env, flags: [], show: async () => {} };
  const file = join(process.env['RUNNER_TEMP'] || tmpdir(), `svc-annotations-${randomUUID()}.txt`);
  const show = async () => {
    const text = await readFile(file, 'utf8').catch(() => '');
    await rm(file, { force: true });
    if (isShown) process.stdout.write(placeIn(text, prefix));
  };
  return { env, flags: [`--report=github=${file}`], show };
}

/** @param {string} annotations @param {string} prefix */
function placeIn(annotations, prefix) {
  if (prefix.startsWith('../') || prefix === '..' || isAbsolute(prefix)) return annotations;
  const place = escapeText(prefix).replace(/:/g, '%3A').replace(/,/g, '%2C');
  // Neither a path from the root nor one with a drive.
  const relativeFile = /^(::error file=)(?!\/|[a-z]%3A)([^:,]*)/gim;
  return annotations.replace(
    relativeFile,
    (_all, /** @type {string} */ command, /** @type {string} */ file) => command + posix.join(place, file),
  );
}

/** Tells the file from the one that a run puts in its place. @param {string} path */
async function identify(path) {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}

/** @param {string} path @returns {Promise<Record<string, Record<string, string> | undefined>>} */
async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

/**
 * Runs a program that writes to the streams of this one, and gives its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
function start(program, args, options) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    // A job that is cancelled still gets its reports.
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.on('error', fail);
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, forward);
      done(code === null ? 1 : code);
    });
  });
}

/** @param {Readonly<Record<string, string | undefined>>} outputs */
async function setOutputs(outputs) {
  const file = process.env['GITHUB_OUTPUT'];
  if (!file) return;
  const end = `end-${randomUUID()}`;
  const texts = Object.entries(outputs).map(([name, value]) => `${name}<<${end}\n${value ?? ''}\n${end}\n`);
  await appendFile(file, texts.join(''));
}

/** @param {'error' | 'warning'} kind @param {string} message */
function say(kind, message) {
  console.log(`::${kind}::${escapeText(message)}`);
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
