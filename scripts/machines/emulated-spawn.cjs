'use strict';
// Loaded into every emulated Node with NODE_OPTIONS=--require. The kernel refuses programs of another
// architecture unless an emulator is registered, which needs root and changes the whole machine, so
// here each of them is started through the emulator. SVC_EMULATION contains an Emulation as JSON.
const childProcess = require('node:child_process');
const { closeSync, openSync, readSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { delimiter, join } = require('node:path');

/** @typedef {{ command: readonly string[], machine: number, node: string }} Emulation */

/** @type {Emulation} */
const { command, machine, node } = JSON.parse(process.env['SVC_EMULATION'] ?? '');
const [emulator = '', ...options] = command;

// This is a script that starts the emulator, because the kernel would refuse the program itself.
process.execPath = node;

/** @typedef {{ file: string, args: readonly string[], envPairs?: readonly string[] }} SpawnOptions */

// Every asynchronous way to start a program calls this method, which is missing in the types.
const prototype = /** @type {{ spawn: (options: SpawnOptions) => unknown }} */ (
  /** @type {unknown} */ (childProcess.ChildProcess.prototype)
);
const { spawn } = prototype;
prototype.spawn = function spawnEmulated(options) {
  const path = options.envPairs?.find((pair) => pair.startsWith('PATH='))?.slice('PATH='.length);
  const [file = '', ...args] = emulated(options.file, options.args.slice(1), path);
  return spawn.call(this, { ...options, file, args: [file, ...args] });
};

for (const name of /** @type {const} */ (['spawnSync', 'execFileSync'])) {
  const original = childProcess[name];
  Object.assign(childProcess, {
    /** @param {string} file @param {unknown} given @param {unknown} more */
    [name](file, given, more) {
      const [list, rest] = Array.isArray(given) ? [given, more] : [[], given ?? more];
      const settings = /** @type {{ shell?: unknown, env?: NodeJS.ProcessEnv } | undefined} */ (rest);
      const [program, ...args] = settings?.shell
        ? [file, ...list]
        : emulated(file, list, settings?.env?.['PATH']);
      return Reflect.apply(original, childProcess, [program, args, rest]);
    },
  });
}
syncBuiltinESMExports();

/**
 * The command line that starts a program of either architecture.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {string} [path]
 */
function emulated(file, args, path = process.env['PATH'] ?? '') {
  const found = file.includes('/') ? [file] : path.split(delimiter).map((directory) => join(directory, file));
  for (const candidate of found) {
    const kind = machineOf(candidate);
    if (kind === undefined) continue;
    return kind === machine ? [emulator, ...options, candidate, ...args] : [file, ...args];
  }
  return [file, ...args];
}

/**
 * @param {string} file
 * @returns {number | undefined} the machine of an ELF program; 0 for any other file, undefined if there is no file
 */
function machineOf(file) {
  const head = Buffer.alloc(20);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, head, 0, head.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  return head.toString('latin1', 0, 4) === '\x7fELF' ? head.readUInt16LE(18) : 0;
}
