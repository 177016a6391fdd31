'use strict';
// node store-code-cache.cjs <main.js> <directory of its chunks> [<arguments as a JSON list> | store ...]
// Runs the built program once for each argument list in one process, so that V8 has compiled what these
// commands need, then stores its code cache beside each chunk in the format that launcher.cjs reads. The word `store`
// stores the chunks that are loaded until then, without what later commands compile of them: a start reads all of a
// cache, and a function that few commands need is compiled faster than it is read each time.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Readable } = require('node:stream');
const { setFlagsFromString } = require('node:v8');
const vm = require('node:vm');
const { crc32, deflateRawSync } = require('node:zlib');

const [main = '', directory = '', ...commands] = process.argv.slice(2);
const launcher = wrap(readFileSync(main, 'utf8'));
/** @type {Map<string, vm.Script>} */
const scripts = new Map();
const { Script } = vm;

// All commands share one Script per chunk, so that functions compiled by later commands are in the same cache.
Object.defineProperty(vm, 'Script', {
  value: function sharedScript(/** @type {string} */ source, /** @type {vm.ScriptOptions} */ options) {
    const chunk = join(directory, basename(options.filename ?? ''));
    const script = scripts.get(chunk) ?? new Script(source, { ...options, cachedData: undefined });
    scripts.set(chunk, script);
    return script;
  },
});

// V8 would remember which functions were optimized here and optimize them again when each is first called, which
// slows down a short run, and it would forget functions that were not called for a while. Both are as usual while a
// cache is created, because V8 accepts only equal flags.
const WARM_UP_FLAGS = ['--no-sparkplug', '--no-flush-bytecode'];
const USUAL_FLAGS = ['--sparkplug', '--flush-bytecode'];
WARM_UP_FLAGS.forEach((flag) => setFlagsFromString(flag));

// The program calls exit with a code only after a defect, which must not be taken for a success, and without one
// when a command has nothing left to do, where the next command follows here.
let isDone = false;
const { exit } = process;
process.on('exit', (code) => {
  if (!isDone) process.exitCode = code || 1;
});
// @ts-expect-error -- it returns
process.exit = (/** @type {number | undefined} */ code) => {
  if (code !== undefined) exit(code);
};
process.on('beforeExit', runNext);
runNext();

function runNext() {
  let command = commands.shift();
  while (command === 'store') {
    store();
    command = commands.shift();
  }
  if (command === undefined) {
    process.off('beforeExit', runNext);
    store();
    isDone = true;
    process.exitCode = 0;
    return;
  }
  /** @type {string[]} */
  const words = JSON.parse(command);
  process.argv = [process.execPath, main, ...words];
  if (words[0] === 'serve') useServer();
  if (words[0] === 'mcp') useTools();
  const start = new Script(launcher, { filename: main }).runInThisContext();
  start({}, require, { exports: {} }, main, dirname(main));
  setImmediate(() => undefined); // A command without asynchronous work must not end the process.
}

/** The first messages of an agent, on a standard input that then ends. */
function useTools() {
  const client = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'build', version: '0' },
  };
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    ...['svc_list_requests', 'svc_validate', 'svc_fetch'].map((name, at) => {
      const given = [{}, { file: 'parcels.http' }, { url: 'http://127.0.0.1/' }][at];
      return { id: 3 + at, method: 'tools/call', params: { name, arguments: given } };
    }),
  ];
  const lines = messages.map((message) => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  Object.defineProperty(process, 'stdin', { value: Readable.from(lines, { objectMode: false }) });
  // The command ends its process if something keeps it alive, which is the build here.
  const counted = process.exit;
  // @ts-expect-error -- the next one counts again
  process.exit = (/** @type {number | undefined} */ code) => {
    if (code !== undefined) process.exit = counted;
  };
}

/** Sends the first requests of clients as soon as the server listens, then stops the server. */
function useServer() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (/** @type {[string]} */ ...given) => {
    const [, url] = /^Listening on (\S+)/.exec(given[0]) ?? [];
    if (url !== undefined) {
      process.stdout.write = write;
      void askServer(`${url}/api/v1`).finally(() => process.emit('SIGTERM'));
    }
    return write(...given);
  };
}

/** @param {string} api */
async function askServer(api) {
  for (const path of [
    '/workspace',
    '/files',
    '/files/parcels.http',
    '/environments',
    '/config',
    '/history/runs',
  ]) {
    await (await fetch(api + path)).text();
  }
  const body = JSON.stringify({ file: 'parcels.http' });
  for (let times = 0; times < 3; times += 1) {
    const response = await fetch(`${api}/execute`, { method: 'POST', body, headers: JSON_BODY });
    await response.text();
  }
  await openSocket(`${api}/ws`);
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/** @param {string} url @returns {Promise<void>} */
function openSocket(url) {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const request = require('node:http').get(url, { headers });
    request.on('error', reject).on('response', () => reject(new Error('no WebSocket')));
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve();
    });
  });
}

/** A smaller script gets no cache, because compiling it is faster than reading and checking a second file. */
const MIN_CACHED_BYTES = 1500;

/**
 * The largest caches of programs which run for hours: reading one takes some milliseconds longer, and the package is a
 * twelfth smaller.
 */
const COMPRESSED = new Set(['server.js', 'tools.js']);

/** @type {Set<string>} */
const stored = new Set();

function store() {
  USUAL_FLAGS.forEach((flag) => setFlagsFromString(flag));
  const tag = `${process.version}-${process.platform}-${process.arch}`;
  for (const [chunk, script] of scripts) {
    if (stored.has(chunk)) continue;
    stored.add(chunk);
    const source = readFileSync(chunk);
    if (source.length < MIN_CACHED_BYTES) continue;
    const cache = script.createCachedData();
    const head = Buffer.alloc(16);
    head.writeUInt32LE(crc32(source), 0);
    head.writeUInt32LE(crc32(cache), 4);
    head.writeUInt32LE(cache.length, 8);
    const body = COMPRESSED.has(basename(chunk)) ? deflateRawSync(cache, { level: 9 }) : cache;
    const target = `${chunk}.${tag}`;
    writeFileSync(`${target}.new`, Buffer.concat([head, body]));
    renameSync(`${target}.new`, target);
  }
  WARM_UP_FLAGS.forEach((flag) => setFlagsFromString(flag));
}
