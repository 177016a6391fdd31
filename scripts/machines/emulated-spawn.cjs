'use strict';
// Loaded into every emulated Node (NODE_OPTIONS=--require). The kernel refuses programs of another
// architecture unless an emulator is registered with it, which takes root and changes the whole machine, so
// here each of them is started through the emulator by name. SVC_EMULATION holds an Emulation as JSON.
const childProcess = require('node:child_process');
const { closeSync, openSync, readSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { delimiter, join } = require('node:path');

/** @typedef {{ command: readonly string[], machine: number, node: string }} Emulation */

/** @type {Emulation} */
const { command, machine, node } = JSON.parse(process.env['SVC_EMULATION'] ?? '');
const [emulator = '', ...options] = command;

// A script that starts the emulator: the program itself would be refused.
process.execPath = node;

/** @typedef {{ file: string, args: readonly string[], envPairs?: readonly string[] }} SpawnOptions */

// Every asynchronous way to start a program ends in this method, which the types leave out.
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
 * The command line that starts a program, whatever architecture it is for.
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
 * @returns {number | undefined} the machine an ELF program is for; 0 for any other file, nothing without a file
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
