// The steps of a build that call other programs: rolldown, tsc, and the built program itself.
import { existsSync, promises } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './files.mjs';
import { licenseNotices } from './licenses.mjs';
import { runQuietly } from './run.mjs';

/** What the code cache is made for: the commands that people wait for. */
const warmCommands = [
  ['--version'],
  ['--help'],
  ['version'],
  ['validate', 'examples'],
  ['list', 'examples'],
  ['fmt', '--check', 'examples'],
  ['mcp', 'serve', '--workspace', 'examples', '--log-level', 'error'],
];
const reports = ['json', 'junit', 'tap', 'html', 'ctrf', 'har'];

/**
 * Runs against the demo API of the examples.
 * @param {string} url
 * @param {string} directory for what they write
 */
function warmRuns(url, directory) {
  const run = ['run', 'examples', '--variable', `baseUrl=${url}`];
  const written = reports.flatMap((format) => ['--report', `${format}=${join(directory, format)}`]);
  return [
    [...run, '--no-history'],
    [...run, '--history-db', join(directory, 'history.db'), '--parallel', ...written],
    // The last one: it ends the process when something keeps it from ending by itself.
    ['serve', 'examples', '--port', '0', '--history-db', join(directory, 'history.db')],
  ];
}

/** What a package cannot carry inside: native code. It is found beside the package or in the clone. */
const external = ['@photostructure/sqlite'];

/**
 * The command as CommonJS, since only scripts can have a code cache on Node 20; the library as ESM.
 * A dynamic import in the sources becomes a chunk of its own.
 * @param {string} directory
 */
export async function bundle(directory) {
  const define = await definitions();
  // Half the bytes: a start reads, sums up and copies all of them.
  const scripts = { dir: directory, format: /** @type {const} */ ('cjs'), minify: true };
  const command = await bundleEntry('src/main.ts', scripts, 'js', define);
  // On their own: sharing chunks with them would cut the entry of the command in two.
  const workers = [];
  for (const name of ['history/history', 'stress/load', 'operations/conversion']) {
    const chunkFileNames = `${basename(name)}-worker-[name].js`;
    workers.push(
      ...(await bundleEntry(`src/${name}-worker.ts`, { ...scripts, chunkFileNames }, 'js', define)),
    );
  }
  const library = await bundleEntry('src/index.ts', { dir: directory, format: 'es' }, 'mjs', define);
  await keepToAscii(directory);
  await dropEqualChunks(directory);
  await writeFile(
    join(directory, 'LICENSES.txt'),
    await licenseNotices([...command, ...workers, ...library]),
  );
}

/**
 * @param {string} input
 * @param {import('rolldown').OutputOptions} options
 * @param {string} extension
 * @param {Record<string, string>} define
 * @returns {Promise<string[]>} the paths of all modules in it
 */
async function bundleEntry(input, options, extension, define) {
  const names = `[name].${extension}`;
  const inputs = {
    cwd: root,
    input,
    platform: /** @type {const} */ ('node'),
    external,
    resolve: { mainFields: ['module', 'main'] }, // ESM can be shaken
    transform: { define },
    preserveEntrySignatures: /** @type {const} */ ('allow-extension'), // chunks may share through the entry
    plugins:
      options.format === 'cjs' ? [lateDiskFunctions, lateRequire, noSchemaCompiler] : [lateDiskFunctions],
    /** @type {import('rolldown').LogOrStringHandler} */
    onLog(level, log) {
      // How long a build takes is no fault of it.
      if (typeof log !== 'string' && log.code === 'PLUGIN_TIMINGS') return;
      if (level === 'warn') throw new Error(typeof log === 'string' ? log : log.message);
    },
  };
  const outputs = { entryFileNames: names, chunkFileNames: names, dynamicImportInCjs: false, ...options };
  const bundled = await rolldown(inputs);
  const groups = chunkGroups((await bundled.generate(outputs)).output);
  const { output } = await bundled.write({ ...outputs, ...(groups && { codeSplitting: groups }) });
  await bundled.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/**
 * Node loads the promises of node:fs when they are first asked for; an import of node:fs/promises would load
 * them at once, and many commands end before they need one.
 * @type {import('rolldown').Plugin}
 */
const lateDiskFunctions = {
  name: 'late-disk-functions',
  resolveId: (source) => (source === 'node:fs/promises' ? '\0late-disk-functions' : null),
  load(id) {
    if (id !== '\0late-disk-functions') return null;
    const names = Object.keys(promises).filter((name) => name !== 'constants');
    // Named imports stay reads of a property; a default import would copy all of them at once.
    const functions = names.map((name) => `export const ${name} = (...args) => promises.${name}(...args);`);
    return ["import { promises } from 'node:fs';", "export { constants } from 'node:fs';", ...functions].join(
      '\n',
    );
  },
};

/**
 * node:module loads the whole of Node's ESM loader; what wants it does so at first use.
 * @type {import('rolldown').Plugin}
 */
const lateRequire = {
  name: 'late-require',
  resolveId: (source, importer) =>
    source === 'node:module' && importer !== '\0late-require' ? '\0late-require' : null,
  load(id) {
    if (id !== '\0late-require') return null;
    return "export const createRequire = (from) => require('node:module').createRequire(from);";
  },
};

/**
 * The MCP package brings a schema compiler that is used only where no other validator is given; ours is.
 * @type {import('rolldown').Plugin}
 */
const noSchemaCompiler = {
  name: 'no-schema-compiler',
  resolveId: (source) => (source === '@modelcontextprotocol/server/_shims' ? '\0no-schema-compiler' : null),
  load(id) {
    if (id !== '\0no-schema-compiler') return null;
    return [
      "export { default as process } from 'node:process';",
      "export class DefaultJsonSchemaValidator { getValidator() { throw new Error('no validator was given'); } }",
    ].join('\n');
  },
};

/**
 * Node reads text faster when it is ASCII. An escape means the same in strings, templates and patterns, and
 * nothing in comments.
 * @param {string} directory
 */
async function keepToAscii(directory) {
  for (const name of await readdir(directory)) {
    const text = await readFile(join(directory, name), 'utf8');
    // oxlint-disable-next-line no-control-regex -- it means everything but ASCII
    const escaped = text.replaceAll(/[^\0-\x7f]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    if (escaped !== text) await writeFile(join(directory, name), escaped);
  }
}

/**
 * Libraries that the command and a thread both load are the same file twice: one of them is enough.
 * @param {string} directory
 */
async function dropEqualChunks(directory) {
  /** By content, the name that stays. @type {Map<string, string>} */
  const kept = new Map();
  /** @type {Map<string, string>} */
  const replaced = new Map();
  const names = (await readdir(directory)).filter((name) => name.endsWith('.js')).sort();
  const isOfThread = (/** @type {string} */ name) => name.includes('-worker-');
  for (const name of [...names.filter((each) => !isOfThread(each)), ...names.filter(isOfThread)]) {
    const text = await readFile(join(directory, name), 'utf8');
    const equal = kept.get(text);
    if (equal === undefined || !isOfThread(name)) kept.set(text, name);
    else replaced.set(name, equal);
  }
  for (const name of names.filter((each) => isOfThread(each) || each.endsWith('-worker.js'))) {
    if (replaced.has(name)) {
      await rm(join(directory, name));
      continue;
    }
    const text = await readFile(join(directory, name), 'utf8');
    const changed = text.replaceAll(
      /require\((["'])\.\/([^"']+)\1\)/g,
      (_whole, /** @type {string} */ quote, /** @type {string} */ file) =>
        `require(${quote}./${replaced.get(file) ?? file}${quote})`,
    );
    if (changed !== text) await writeFile(join(directory, name), changed);
  }
}

/**
 * Modules that are always loaded together become one file: dozens of small ones take longer to open than to run.
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} output
 */
function chunkGroups(output) {
  const chunks = output.filter((file) => file.type === 'chunk');
  /** @param {string} name */
  const loadedBy = (name) => {
    const files = new Set([chunks.find((chunk) => chunk.name === name)?.fileName]);
    for (const file of files) {
      for (const next of chunks.find((chunk) => chunk.fileName === file)?.imports ?? []) files.add(next);
    }
    return new Set(chunks.flatMap((chunk) => (files.has(chunk.fileName) ? chunk.moduleIds : [])));
  };
  if (chunks.length === 1 || !chunks.some((chunk) => chunk.name === 'dispatch')) return undefined;
  const light = new Set(['validate', 'list', 'fmt', 'diff'].flatMap((command) => [...loadedBy(command)]));
  const run = new Set(['run', 'execute-run'].flatMap((part) => [...loadedBy(part)]));
  const isForServer = (/** @type {string} */ name) =>
    ['log-writer', 'service', 'start-server'].includes(name);
  const isForTools = (/** @type {string} */ name) =>
    ['mcp-serve', 'mcp-settings', 'serve-mcp'].includes(name);
  const entries = chunks.filter((chunk) => chunk.isEntry || chunk.isDynamicEntry).map((chunk) => chunk.name);
  const forServer = new Set(entries.filter(isForServer).flatMap((entry) => [...loadedBy(entry)]));
  const forOthers = new Set(
    entries.filter((entry) => !isForServer(entry)).flatMap((entry) => [...loadedBy(entry)]),
  );
  const forTools = new Set(entries.filter(isForTools).flatMap((entry) => [...loadedBy(entry)]));
  const besideTools = new Set(
    entries.filter((entry) => !isForTools(entry)).flatMap((entry) => [...loadedBy(entry)]),
  );
  /** The first that needs a module gets it. @type {readonly [string | null, ReadonlySet<string>][]} */
  const parts = [
    [null, loadedBy('main')],
    ['command-line', loadedBy('dispatch')],
    ['request-files', new Set([...light].filter((module) => run.has(module)))],
    [null, light],
    ['run-command', loadedBy('run')],
    ['runner', new Set([...loadedBy('execute-run'), ...loadedBy('run-console')])],
    ['history', new Set([...loadedBy('runs'), ...loadedBy('stored-run')])],
    // What other commands load too must not bring the server with it.
    ['server', new Set([...forServer].filter((module) => !forOthers.has(module)))],
    ['tools', new Set([...forTools].filter((module) => !besideTools.has(module)))],
  ];
  /** @param {string} module */
  const name = (module) => parts.find(([, modules]) => modules.has(module))?.[0] ?? null;
  const groups = [{ name, debugName: 'loaded together' }];
  return { groups, includeDependenciesRecursively: false };
}

async function definitions() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { SVC_VERSION: JSON.stringify(version), SVC_BUILD_TIME: JSON.stringify(buildTime()) };
}

/** https://reproducible-builds.org/specs/source-date-epoch/ */
function buildTime() {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const time = new Date(epoch ? Number(epoch) * 1000 : Date.now());
  if (Number.isNaN(time.getTime())) throw new Error('SOURCE_DATE_EPOCH is not a number of seconds.');
  return time.toISOString();
}

/** @param {string} directory */
export async function emitTypes(directory) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // A type error does not fail the build: reporting those is the work of `npm run typecheck`.
  const { output } = await runQuietly(process.execPath, [
    tsc,
    '-p',
    'tsconfig.types.json',
    '--outDir',
    directory,
  ]);
  if (!existsSync(join(directory, 'index.d.ts'))) throw new Error(`tsc wrote no declarations.\n${output}`);
}

/**
 * @param {string} main
 * @param {string} directory where its chunks are
 */
export async function storeCodeCache(main, directory) {
  if ('enableCompileCache' in nodeModule) return; // Node keeps its own, see launcher.cjs
  const script = join(root, 'scripts', 'store-code-cache.cjs');
  const written = await mkdtemp(join(tmpdir(), 'svc-build-'));
  const { startDemoApi } = await import('../examples/demo-api/server.mjs');
  const { url, close } = await startDemoApi(0);
  try {
    const commands = [...warmCommands, ...warmRuns(url, written)].map((command) => JSON.stringify(command));
    const args = ['--', script, main, directory, ...commands];
    // Where the server finds the demo API.
    const { code, output } = await runQuietly(process.execPath, args, { SVC_VARIABLE_baseUrl: url });
    if (code !== 0) throw new Error(`the built program failed while its code cache was made.\n${output}`);
  } finally {
    await close();
    await rm(written, { recursive: true, force: true });
  }
}
