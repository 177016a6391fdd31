import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyBuild } from './support/program/built.js';
import { runProgram } from './support/program/run-svc.js';
import { temporaryWorkspace } from './support/files/workspace.js';

/** Loaded before the launcher: tells on standard error what the program has loaded of its own and of Node. */
export const probe = `
const before = new Set(process.moduleLoadList);
const vm = process.getBuiltinModule('node:vm');
const { Script } = vm;
const chunks = [];
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    chunks.push(options.filename);
  }
};
process.on('exit', () => {
  const required = Object.keys(require.cache).filter((path) => /[\\\\/]build-[0-9a-f]+[\\\\/]/.test(path));
  const files = [...chunks, ...required].map((path) => path.replace(/.*[\\\\/]/, ''));
  const modules = process.moduleLoadList.filter((name) => !before.has(name) && name.startsWith('NativeModule '));
  const loaded = { files, modules: modules.map((name) => name.slice('NativeModule '.length)) };
  process.stderr.write(JSON.stringify(loaded) + '\\n');
});
`;

export interface Loaded {
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

export async function loadedBy(args: readonly string[], files: Record<string, string>): Promise<Loaded> {
  const root = await temporaryWorkspace(files);
  const dist = copyBuild(root);
  return probed(root, [join(dist, 'main.js'), ...args]);
}

export async function probed(root: string, script: readonly string[]): Promise<Loaded> {
  await writeFile(join(root, 'probe.cjs'), probe);
  const command = ['--require', join(root, 'probe.cjs'), '--', ...script];
  const { code, stderr } = await runProgram(process.execPath, command, { cwd: root });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^\{.*\}\n$/) as string });
  return JSON.parse(stderr) as Loaded;
}
