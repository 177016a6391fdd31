'use strict';
// Becomes dist/main.js and dist/svc. Node 20 has no compile cache, so the build stores V8's code
// cache beside each chunk. Nothing is written at run time, so read-only installations, concurrent processes
// and other users of the machine are no problem: the cache is as trustworthy as the chunk beside it.
const directory = `${__dirname}/@build@/`;
const enableCompileCache = nodeCompileCache();

if (enableCompileCache === undefined) {
  chunkLoader()('./main.js');
} else {
  const cache = privateDirectory();
  if (cache !== undefined) enableCompileCache(cache);
  require(`${directory}main.js`);
}

/** @returns {((directory: string) => unknown) | undefined} Node 22.8 and later have it */
function nodeCompileCache() {
  // Requiring node:module would delay the start.
  if (process.version.startsWith('v20.')) return undefined;
  // @ts-expect-error The types are those of Node 20.
  return require('node:module').enableCompileCache;
}

function chunkLoader() {
  const { readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const { crc32, inflateRawSync } = require('node:zlib');
  const head = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
  const tail = Buffer.from('\n});');
  const tag = `${process.version}-${process.platform}-${process.arch}`;
  /** @type {Map<string, { exports: unknown }>} */
  const loaded = new Map();
  return requireChunk;

  /** @param {string} id */
  function requireChunk(id) {
    if (!id.startsWith('./')) return require(id);
    const cached = loaded.get(id);
    if (cached !== undefined) return cached.exports;
    const path = directory + id.slice(2);
    const source = readFileSync(path);
    // The build writes ASCII only, see bundle.mjs.
    // V8 stores the name in the cache, so it must not be a path of the building machine. Chunks have no
    // real `import()`, which would search packages in the current directory under such a name.
    // The bytes are joined outside the heap of V8, which would hold each text twice and collect garbage sooner.
    const script = new Script(Buffer.concat([head, source, tail]).toString('latin1'), {
      filename: `svc/${id.slice(2)}`,
      cachedData: cacheOf(path, source),
    });
    const chunk = { exports: {} };
    loaded.set(id, chunk);
    script.runInThisContext()(chunk.exports, requireChunk, chunk, path, directory.slice(0, -1));
    return chunk.exports;
  }

  /**
   * V8 checks only its version, its flags and the length of the source, and a damaged cache can crash the process. So the
   * first sixteen bytes are the checksums of the source and of the cache, the length of the cache, which may be
   * compressed, and four zeros: V8 copies a cache that does not begin at a multiple of eight.
   * @param {string} path
   * @param {Buffer} source
   */
  function cacheOf(path, source) {
    if (crc32 === undefined) return undefined; // Node 21, 22.0 and 22.1 have neither.
    if (source.length < 1500) return undefined; // The build stores none, see store-code-cache.cjs.
    let file;
    try {
      file = readFileSync(`${path}.${tag}`);
    } catch {
      return undefined;
    }
    if (file.length <= 16 || file.readUInt32LE(0) !== crc32(source)) return undefined;
    const stored = file.subarray(16);
    const length = file.readUInt32LE(8);
    try {
      const cache = stored.length === length ? stored : inflateRawSync(stored, { maxOutputLength: length });
      return cache.length === length && file.readUInt32LE(4) === crc32(cache) ? cache : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The default of Node is in the shared temporary directory, where other users could plant code. */
function privateDirectory() {
  const { mkdirSync, statSync } = require('node:fs');
  const { env, getuid, platform } = process;
  const home =
    platform === 'win32'
      ? env['LOCALAPPDATA']
      : env['XDG_CACHE_HOME'] || (env['HOME'] && `${env['HOME']}/.cache`);
  if (!home || !require('node:path').isAbsolute(home)) return undefined;
  const path = `${home}/svc/compile-cache`;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { mode, uid } = statSync(path);
    return getuid === undefined || (uid === getuid() && (mode & 0o022) === 0) ? path : undefined;
  } catch {
    return undefined;
  }
}
