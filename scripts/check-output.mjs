// node --experimental-vm-modules check-output.mjs <directory of a finished build> [<milliseconds for the page>]
// Parses every script of the build with V8, then loads the web interface once in a simulated browser, because a
// bundler may succeed with broken output. Prints one sentence and exits with 1 on a failure.
import { readdir, readFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import vm from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { Window } from 'happy-dom';

/** @typedef {{ path: string, text: string, isModule: boolean }} EmittedScript */

/** Long enough for an emulated machine. */
const PAGE_START_TIMEOUT_MS = 60_000;
const PAGE_URL = 'http://127.0.0.1/';

const [directory = '', pageTimeoutMs = String(PAGE_START_TIMEOUT_MS)] = process.argv.slice(2);
try {
  const scripts = await emittedScripts(directory);
  if (scripts.length === 0) throw new Error('the build emitted no script.');
  const failures = scripts.flatMap((script) => parseFailure(script) ?? []);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  await loadPage(directory, new Map(scripts.map((script) => [script.path, script])));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Paths are relative to the directory, with slashes and without the extension of the compressed form.
 * @param {string} directory
 * @returns {Promise<EmittedScript[]>}
 */
async function emittedScripts(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const scripts = [];
  for (const entry of entries) {
    if (!entry.isFile() || !/(?:\.m?js(?:\.gz)?|^svc)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(directory, file.replace(/\.gz$/, ''));
    const isModule = path.endsWith('.mjs') || path.startsWith(`web${sep}`);
    scripts.push({ path: path.split(sep).join('/'), text: await emittedText(directory, path), isModule });
  }
  return scripts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Decompresses larger files of the page, of which the build keeps only the compressed form.
 * @param {string} directory
 * @param {string} path
 */
async function emittedText(directory, path) {
  const file = join(directory, path);
  const bytes = await readFile(file).catch(async () => gunzipSync(await readFile(`${file}.gz`)));
  return bytes.toString('utf8');
}

/**
 * @param {EmittedScript} script
 * @returns {string | undefined}
 */
function parseFailure({ path, text, isModule }) {
  try {
    // The constructors parse the text without running it.
    if (isModule) void new vm.SourceTextModule(text, { identifier: path });
    else void new vm.Script(nodeModule.wrap(text.replace(/^#!.*/, '')), { filename: path });
    return undefined;
  } catch (error) {
    return `the emitted file ${path} does not parse (${reasonOf(error)}).`;
  }
}

/**
 * Evaluates the entry script of the page with all its imports, and waits until it has drawn something.
 * @param {string} directory
 * @param {ReadonlyMap<string, EmittedScript>} scripts
 */
async function loadPage(directory, scripts) {
  const html = await emittedText(directory, join('web', 'index.html'));
  const entry = /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(html)?.[1];
  if (entry === undefined) throw new Error('the emitted page web/index.html names no script.');
  const window = new Window({ url: PAGE_URL });
  Object.assign(window, { fetch: refuse, WebSocket: undefined });
  // The simulated browser only draws; scripts and styles come from the emitted files below.
  window.document.write(html.replaceAll(/<(?:script|link)[^>]*>(?:<\/script>)?/g, ''));
  const root = window.document.querySelector('#app');
  const before = root?.innerHTML;
  const hasDrawn = () => root?.innerHTML !== before;
  const { promise: failure, stop } = pageFailure();
  try {
    await Promise.race([moduleLoader(vm.createContext(window), scripts)(entry), failure]);
    while (!hasDrawn()) await Promise.race([pause(10), failure]);
  } catch (error) {
    throw new Error(`the emitted page web/index.html does not start: ${reasonOf(error)}.`, { cause: error });
  } finally {
    stop();
    await window.happyDOM.close();
  }
}

/** Rejects on an uncaught error or a timeout, and never resolves. */
function pageFailure() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const promise = new Promise((_, reject) => {
    process.on('uncaughtException', reject).on('unhandledRejection', reject);
    timer = setTimeout(() => reject(new Error('it drew nothing')), Number(pageTimeoutMs));
  });
  return { promise, stop: () => clearTimeout(timer) };
}

/** Replaces the server, which a build does not have; the page then shows that it cannot reach the server. */
function refuse() {
  return Promise.reject(new TypeError('there is no server during a build'));
}

/**
 * @param {vm.Context} context
 * @param {ReadonlyMap<string, EmittedScript>} scripts
 */
function moduleLoader(context, scripts) {
  /** @type {Map<string, vm.SourceTextModule>} */
  const modules = new Map();

  /** @param {string} specifier @param {string} [importer] */
  const find = (specifier, importer = PAGE_URL) => {
    const url = new URL(specifier, importer);
    const cached = modules.get(url.href);
    if (cached !== undefined) return cached;
    const script = scripts.get(`web${url.pathname}`);
    if (script === undefined) throw new Error(`web${url.pathname} is missing`);
    const module = new vm.SourceTextModule(script.text, {
      context,
      identifier: url.href,
      initializeImportMeta: (meta) => Object.assign(meta, { url: url.href }),
      importModuleDynamically: (next) => load(next, url.href),
    });
    modules.set(url.href, module);
    return module;
  };
  /** @param {string} specifier @param {string} [importer] */
  const load = async (specifier, importer) => {
    const module = find(specifier, importer);
    if (module.status === 'unlinked') await module.link((next, { identifier }) => find(next, identifier));
    if (module.status === 'linked') await module.evaluate();
    return module;
  };
  return load;
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
