// The steps of a build that call other programs: rolldown and tsc.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import {
  lateDiskFunctions,
  lateRequire,
  lateTimers,
  noSchemaCompiler,
  packedSuffixes,
  plainExports,
  suffixList,
} from './bundle-plugins.mjs';
import { root } from './files.mjs';
import { licenseNotices } from './licenses.mjs';
import { runQuietly } from './run.mjs';

/** Native code cannot be bundled. It is found beside the package or in the clone. */
const external = ['@photostructure/sqlite'];

/**
 * Threads and child processes that are bundled separately. Sharing modules with others would make them load larger
 * files, and users wait for their start.
 */
export const smallPrograms = {
  'history-worker': 'src/history/history-worker.ts',
  'load-clock-worker': 'src/stress/load-clock-worker.ts',
  'name-lookup-child': 'src/http/connect/name-lookup-child.ts',
  'sqlite-child': 'src/runner/databases/sqlite-child.ts',
};

/**
 * Bundles to CommonJS, since only scripts can have a code cache on Node 20. A dynamic import becomes a separate chunk.
 * @param {string} directory
 */
export async function bundle(directory) {
  const define = await definitions();
  // Minified to half the size, because a start reads, checks and copies all bytes.
  const scripts = { dir: directory, format: /** @type {const} */ ('cjs'), minify: true };
  const command = await bundleEntry(
    {
      main: 'src/main.ts',
      library: 'src/index.ts',
      testing: 'src/testing.ts',
      'evaluation-worker': 'src/evaluation/worker/evaluation-worker.ts',
      'load-worker': 'src/stress/load-worker.ts',
      'engine-worker': 'src/operations/engine/engine-worker.ts',
      'names-worker': 'src/lsp/index/names-worker.ts',
      'text-worker': 'src/lsp/node/text-worker.ts',
      'editor-run-worker': 'src/lsp/commands/editor-run-worker.ts',
    },
    scripts,
    define,
  );
  const small = await Promise.all(
    Object.entries(smallPrograms).map(([name, file]) =>
      bundleEntry({ [name]: file }, { ...scripts, chunkFileNames: `${name}-[name].js` }, define),
    ),
  );
  const suffixes = await bundleEntry({ [suffixList.name]: 'tldts' }, scripts, define);
  await writeModule(directory, command, 'library', 'index.mjs');
  await writeModule(directory, command, 'testing', 'testing.mjs');
  await rewriteScripts(directory);
  await writeFile(
    join(directory, 'LICENSES.txt'),
    await licenseNotices([...command, ...small.flat(), ...suffixes].flatMap(({ moduleIds }) => moduleIds)),
  );
}

/**
 * The library consists of ES modules, which use the chunks of the command.
 * @param {string} directory
 * @param {readonly import('rolldown').OutputChunk[]} chunks
 * @param {string} entry
 * @param {string} file
 */
async function writeModule(directory, chunks, entry, file) {
  const names = chunks.find((chunk) => chunk.isEntry && chunk.name === entry)?.exports ?? [];
  const text = `import chunk from './${entry}.js';\nexport const { ${names.join(', ')} } = chunk;\n`;
  await writeFile(join(directory, file), text);
}

/**
 * @param {Record<string, string>} input
 * @param {import('rolldown').OutputOptions} options
 * @param {Record<string, string>} define
 * @returns {Promise<import('rolldown').OutputChunk[]>}
 */
async function bundleEntry(input, options, define) {
  const inputs = {
    cwd: root,
    input,
    platform: /** @type {const} */ ('node'),
    external,
    resolve: { mainFields: ['module', 'main'] }, // ESM can be shaken
    transform: { define },
    preserveEntrySignatures: /** @type {const} */ ('allow-extension'), // chunks may share through the entry
    plugins: [
      lateDiskFunctions,
      lateRequire,
      lateTimers,
      noSchemaCompiler,
      plainExports,
      input[suffixList.name] ? packedSuffixes : suffixList,
    ],
    /** @type {import('rolldown').LogOrStringHandler} */
    onLog(level, log) {
      // A slow build is no problem of its output.
      if (typeof log !== 'string' && log.code === 'PLUGIN_TIMINGS') return;
      if (level === 'warn') throw new Error(typeof log === 'string' ? log : log.message);
    },
  };
  const outputs = {
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    dynamicImportInCjs: false,
    ...options,
  };
  const bundled = await rolldown(inputs);
  const groups = chunkGroups((await bundled.generate(outputs)).output);
  const { output } = await bundled.write({ ...outputs, ...(groups && { codeSplitting: groups }) });
  await bundled.close();
  return output.filter((file) => file.type === 'chunk');
}

/** Loads the functions of the bundler without calling one, which has no effect but the time it takes. */
const IDLE_RUNTIME = /^require\("\.\/rolldown-runtime\.js"\);/;

/**
 * Escapes all characters beyond ASCII, which Node reads faster. An escape means the same in strings, templates and
 * regular expressions.
 * @param {string} directory
 */
async function rewriteScripts(directory) {
  for (const name of await readdir(directory)) {
    const text = await readFile(join(directory, name), 'utf8');
    const escaped = text.replace(IDLE_RUNTIME, '').replaceAll(/[^\0-\x7f]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    if (escaped !== text) await writeFile(join(directory, name), escaped);
  }
}

/**
 * Groups modules that are always loaded together, because dozens of small files take longer to open than to run.
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} output
 */
function chunkGroups(output) {
  const chunks = output.filter((file) => file.type === 'chunk');
  const loadedBy = modulesLoadedBy(chunks);
  if (chunks.length === 1 || !chunks.some((chunk) => chunk.name === 'dispatch')) return undefined;
  const entry = join(root, 'src', 'main.ts');
  const engineEntry = join(root, 'src', 'operations', 'engine', 'engine-worker.ts');
  const light = new Set(['validate', 'list', 'fmt', 'diff'].flatMap((command) => [...loadedBy(command)]));
  const run = new Set(['run', 'perform-run'].flatMap((part) => [...loadedBy(part)]));
  const runner = new Set([...loadedBy('perform-run'), ...loadedBy('run-console')]);
  const forImport = [...loadedBy('convert-openapi')].filter((module) => runner.has(module));
  const isForServer = (/** @type {string} */ name) =>
    ['log-writer', 'service', 'start-server'].includes(name);
  const isForTools = (/** @type {string} */ name) =>
    ['mcp-serve', 'mcp-settings', 'serve-mcp'].includes(name);
  const entries = chunks.filter((chunk) => chunk.isEntry || chunk.isDynamicEntry).map((chunk) => chunk.name);
  const forServer = new Set(entries.filter(isForServer).flatMap((entry) => [...loadedBy(entry)]));
  const isForEngine = (/** @type {string} */ name) => ['engine-worker', 'perform-execution'].includes(name);
  const forEngine = new Set(entries.filter(isForEngine).flatMap((entry) => [...loadedBy(entry)]));
  const isElsewhere = (/** @type {string} */ name) => !isForServer(name) && !isForEngine(name);
  const forOthers = new Set(entries.filter(isElsewhere).flatMap((entry) => [...loadedBy(entry)]));
  const forTools = new Set(entries.filter(isForTools).flatMap((entry) => [...loadedBy(entry)]));
  const besideTools = new Set(
    entries.filter((entry) => !isForTools(entry)).flatMap((entry) => [...loadedBy(entry)]),
  );
  // A run that waits in the spool needs nothing of the store.
  const forSpool = new Set([...loadedBy('to-run-rows'), ...loadedBy('spool-runs')]);
  const inThreads = chunks.flatMap((chunk) => chunk.moduleIds.filter(isOfThreads));
  // What is sent to threads is also written to files.
  const forThreads = new Set(inThreads.filter((module) => !forSpool.has(module)));
  /** A module belongs to the first group that needs it. @type {readonly [string | null, ReadonlySet<string>][]} */
  const parts = [
    // Threads share these modules; loading the entry itself would start the command there.
    ['base', new Set([...loadedBy('main')].filter((module) => module !== entry))],
    [null, new Set([entry])],
    ['threads', forThreads],
    ['command-line', loadedBy('dispatch')],
    ['request-files', new Set([...light].filter((module) => run.has(module)))],
    [null, light],
    // An import needs some modules of the runner, but not the others.
    ['run-command', new Set([...loadedBy('run'), ...forImport])],
    ['runner', runner],
    ['failures', loadedBy('failure-block')],
    ['spool', forSpool],
    ['history', loadedBy('open-history')],
    // Modules of other commands must not load the server too.
    ['service', new Set([...forServer].filter((module) => forEngine.has(module) && !forOthers.has(module)))],
    ['server', new Set([...forServer].filter((module) => !forOthers.has(module)))],
    ['engine', new Set([...forEngine].filter((module) => !forOthers.has(module) && module !== engineEntry))],
    ['tools', new Set([...forTools].filter((module) => !besideTools.has(module)))],
    // Loading a module that a thread shares must not start what the thread does.
    ['engine-parts', partsBeside('engine-worker', chunks)],
    ['names-parts', partsBeside('names-worker', chunks)],
  ];
  /** @param {string} module */
  const name = (module) => parts.find(([, modules]) => modules.has(module))?.[0] ?? null;
  const groups = [{ name, debugName: 'loaded together' }];
  return { groups, includeDependenciesRecursively: false };
}

/**
 * The modules in the chunk of a thread, without its entry.
 * @param {string} name
 * @param {readonly import('rolldown').OutputChunk[]} chunks
 */
function partsBeside(name, chunks) {
  const modules = chunks.find((chunk) => chunk.name === name)?.moduleIds ?? [];
  return new Set(modules.filter((module) => !module.endsWith(`${name}.ts`)));
}

/**
 * Modules that start no thread need the paths of programs too.
 * @param {string} module
 */
function isOfThreads(module) {
  return (
    dirname(module) === join(root, 'src', 'primitives', 'threads') && !module.endsWith('program-file.ts')
  );
}

/**
 * Returns all modules that are loaded with a chunk, by its name.
 * @param {readonly import('rolldown').OutputChunk[]} chunks
 * @returns {(name: string) => Set<string>}
 */
function modulesLoadedBy(chunks) {
  return (name) => {
    const named = chunks.filter((chunk) => chunk.name === name);
    // Of two files with the same name, the dynamically imported one is meant.
    const first = (named.find((chunk) => chunk.isEntry || chunk.isDynamicEntry) ?? named[0])?.fileName;
    // Without this check a renamed file would be split into many small chunks, and every start would be slower.
    if (first === undefined) throw new Error(`scripts/bundle.mjs names ${name}, which is no chunk any more`);
    const files = new Set([first]);
    for (const file of files) {
      for (const next of chunks.find((chunk) => chunk.fileName === file)?.imports ?? []) files.add(next);
    }
    return new Set(chunks.flatMap((chunk) => (files.has(chunk.fileName) ? chunk.moduleIds : [])));
  };
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

/** The declarations of the library, without those of what it loads later. @param {string} directory */
export async function emitTypes(directory) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // A type error does not fail the build, because `npm run typecheck` reports it.
  const { output } = await runQuietly(process.execPath, [
    tsc,
    '-p',
    'tsconfig.types.json',
    '--outDir',
    directory,
  ]);
  const entries = ['index.d.ts', 'testing.d.ts'].map((name) => join(directory, name));
  if (!entries.every((file) => existsSync(file))) throw new Error(`tsc wrote no declarations.\n${output}`);
  const needed = await importedDeclarations(entries);
  for (const name of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = join(name.parentPath, name.name);
    if (name.isFile() && !needed.has(file)) await rm(file);
  }
}

/**
 * The entries and all declarations that they import, directly or not.
 * @param {readonly string[]} entries
 */
async function importedDeclarations(entries) {
  const found = new Set(entries);
  for (const file of found) {
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
      found.add(join(dirname(file), `${name}.d.ts`));
  }
  return found;
}
