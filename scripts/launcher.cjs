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
  const head = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
  const tail = Buffer.from('\n});');
  const cacheOf = cacheReader();
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
}

function cacheReader() {
  const { closeSync, fstatSync, openSync, readFileSync, readSync } = require('node:fs');
  const piece = Buffer.allocUnsafeSlow(64 * 1024);
  const tag = `${process.version}-${process.platform}-${process.arch}`;
  return cacheOf;

  /**
   * V8 checks only its version, its flags and the length of the source, and a damaged cache can crash the process. The
   * cache that most starts load is followed by a copy of it and by the source, because comparing these takes less time
   * than loading node:zlib. Other files are smaller: they have checksums, see store-code-cache.cjs.
   * @param {string} path
   * @param {Buffer} source
   */
  function cacheOf(path, source) {
    if (source.length < 1500) return undefined; // The build stores none, see store-code-cache.cjs.
    let file;
    try {
      file = openSync(`${path}.${tag}`, 'r');
    } catch {
      return undefined;
    }
    try {
      if (readSync(file, piece, 0, 16, 0) < 16) return undefined;
      const length = piece.readUInt32LE(8);
      if (piece.readUInt32LE(12) === 0) return summedCache(readFileSync(file), source, length);
      if (fstatSync(file).size !== 16 + 2 * length + source.length) return undefined;
      const cache = Buffer.allocUnsafeSlow(length);
      const isRead = readSync(file, cache, 0, length, 16) === length;
      const isWhole = isRead && isAt(file, 16 + length, cache) && isAt(file, 16 + 2 * length, source);
      return isWhole ? cache : undefined;
    } catch {
      return undefined; // It cannot be read.
    } finally {
      closeSync(file);
    }
  }

  /**
   * Compares piece by piece, because fresh memory for all of it would take longer to get than to fill.
   * @param {number} file
   * @param {number} position
   * @param {Buffer} expected
   */
  function isAt(file, position, expected) {
    for (let at = 0; at < expected.length; at += piece.length) {
      const part = expected.subarray(at, at + piece.length);
      const count = readSync(file, piece, 0, part.length, position + at);
      if (count < part.length || part.compare(piece, 0, count) !== 0) return false;
    }
    return true;
  }
}

/**
 * The file begins with the checksums of the source and of the cache, which may be compressed, the length of the cache
 * and four zeros: V8 copies a cache that does not begin at a multiple of eight.
 * @param {Buffer} file
 * @param {Buffer} source
 * @param {number} length of the cache
 */
function summedCache(file, source, length) {
  const { crc32, inflateRawSync } = require('node:zlib');
  if (crc32 === undefined) return undefined; // Node 21, 22.0 and 22.1 have neither.
  if (file.readUInt32LE(0) !== crc32(source)) return undefined;
  const stored = file.subarray(16);
  try {
    const cache = stored.length === length ? stored : inflateRawSync(stored, { maxOutputLength: length });
    return cache.length === length && file.readUInt32LE(4) === crc32(cache) ? cache : undefined;
  } catch {
    return undefined;
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
