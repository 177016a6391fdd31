import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checksums, copyBuild, filesBelow } from './support/program/built.js';
import { runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace } from './support/files/workspace.js';

const cacheSuffix = `.js.${process.version}-${process.platform}-${process.arch}`;

/** Loaded before the launcher: tells on standard error which chunks got a code cache that V8 accepted. */
const probe = `
const vm = require('node:vm');
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    const accepted = options.cachedData !== undefined && this.cachedDataRejected === false;
    process.stderr.write((accepted ? 'cached ' : 'compiled ') + require('node:path').basename(options.filename) + '\\n');
  }
};
`;

describe.runIf(!('enableCompileCache' in nodeModule))('the code cache of the launcher', () => {
  it('is used, and nothing is written at run time', async () => {
    const { root, dist } = await build();
    const before = checksums(root);
    const outcome = await runProbed(root, dist);
    expect(outcome.stderr).toMatch(/^cached main\.js$/m);
    expect(outcome.stderr).not.toContain('compiled');
    expect(checksums(root)).toEqual(before);
  });

  it.each<[string, (cache: Buffer) => Buffer]>([
    ['damaged', (cache) => flipped(cache, 40)],
    ['damaged at the end', (cache) => flipped(cache, cache.length - 5)],
    ['cut', (cache) => cache.subarray(0, cache.length - 100)],
    ['cut to its head', (cache) => cache.subarray(0, 16)],
    ['empty', () => Buffer.alloc(0)],
    ['not V8 data but well wrapped', (cache) => wrapped(cache, Buffer.alloc(500, 7))],
    ['of another V8', (cache) => wrapped(cache, flipped(cache.subarray(16), 4))],
  ])('is left alone when it is %s', async (_case, damage) => {
    const { root, dist } = await build();
    for (const [name, cache] of filesBelow(dist)) {
      if (name.endsWith(cacheSuffix)) await writeFile(join(dist, name), damage(cache));
    }
    const outcome = await runProbed(root, dist);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^svc \d+\.\d+\.\d+\n$/) });
    expect(outcome.stderr).toMatch(/^compiled main\.js$/m);
    expect(outcome.stderr).not.toContain('cached');
  });

  it('is used when it is compressed', async () => {
    const { root, dist } = await build();
    const workspace = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    const outcome = await runProbed(root, dist, ['mcp', 'serve', '--workspace', workspace]);
    expect(outcome.stderr).toMatch(/^cached tools\.js$/m);
    const files = filesBelow(dist);
    const cache = [...files].find(([name]) => name.endsWith(`/tools${cacheSuffix}`))?.[1];
    expect(cache?.readUInt32LE(8)).toBeGreaterThan(cache?.length ?? Infinity);
  });

  it('is left alone when the chunk was changed, even to one of the same length', async () => {
    const { root, dist } = await build();
    for (const [name, text] of filesBelow(dist)) {
      if (name.endsWith('/base.js'))
        await writeFile(join(dist, name), text.toString().replaceAll('svc ', 'SVC '));
    }
    const outcome = await runProbed(root, dist);
    expect(outcome.stdout).toMatch(/^SVC /);
    expect(outcome.stderr).toMatch(/^compiled base\.js$/m);
  });
});

describe('the launcher on a Node with a compile cache of its own', () => {
  /** Stands in for such a Node: tells on standard error which directory it was given. */
  const newerNode = `
    Object.defineProperty(process, 'version', { value: 'v22.8.0' });
    require('node:module').enableCompileCache = (path) => process.stderr.write('enabled ' + path + '\\n');
  `;

  async function runNewer(
    env: Record<string, string>,
    mode?: number,
  ): Promise<RunOutcome & { cache: string }> {
    const { root, dist } = await build();
    const preload = join(root, 'newer.cjs');
    await writeFile(preload, newerNode);
    const cache = join(root, '.cache', 'svc', 'compile-cache');
    if (mode !== undefined) {
      await mkdir(cache, { recursive: true });
      await chmod(cache, mode);
    }
    const args = ['--require', preload, '--', join(dist, 'main.js'), '--version'];
    const outcome = await runProgram(process.execPath, args, {
      cwd: root,
      env: { XDG_CACHE_HOME: '', ...env },
    });
    return { ...outcome, cache };
  }

  it('gives it a directory of the user that nobody else can write', async () => {
    const { code, stderr, cache } = await runNewer({});
    expect({ code, stderr }).toEqual({ code: 0, stderr: `enabled ${cache}\n` });
    expect((await stat(cache)).mode & 0o777).toBe(0o700);
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ['others can write it', {}, 0o777],
    ['the group can write it', {}, 0o770],
    ['there is no home', { HOME: '' }, undefined],
    ['the home is relative', { HOME: 'here' }, undefined],
  ])('does without it when %s', async (_case, env, mode) => {
    const { code, stdout, stderr } = await runNewer(env, mode);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^svc \d/);
  });
});

// On a Node without one there is nothing to test, hence nothing to skip either.
if ('enableCompileCache' in nodeModule) {
  describe('the compile cache of this Node', () => {
    it('is filled by the first start and used by the second', async () => {
      const { root, dist } = await build();
      const args = ['--', join(dist, 'main.js'), '--version'];
      const env = { XDG_CACHE_HOME: '' };
      const first = await runProgram(process.execPath, args, { cwd: root, env });
      expect(first).toMatchObject({ code: 0, stderr: '' });
      const before = checksums(join(root, '.cache', 'svc', 'compile-cache'));
      expect(before.size).toBeGreaterThan(1);
      const debugged = { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
      const second = await runProgram(process.execPath, args, { cwd: root, env: debugged });
      for (const chunk of ['main', 'base']) {
        expect(second.stdout + second.stderr).toMatch(new RegExp(`/${chunk}\\.js was accepted`));
      }
      expect(checksums(join(root, '.cache', 'svc', 'compile-cache'))).toEqual(before);
    });
  });
}

describe('the installed command', () => {
  it('gets flags that Node would take for itself', async () => {
    const { root, dist } = await build();
    const missing = await runProgram(join(dist, 'svc'), ['validate', '--env-file', 'missing.env'], {
      cwd: root,
    });
    // Node itself ends with 9 and "node: missing.env: not found".
    expect(missing.code).not.toBe(9);
    expect(missing.stderr).not.toMatch(/^node:/);
    expect(missing.stderr).toMatch(/^Error: /);
  });

  it('does not let a dotenv file choose options of Node', async () => {
    const { root, dist } = await build();
    await writeFile(join(root, 'trap.cjs'), "require('node:fs').writeFileSync('sprung', '');");
    await writeFile(join(root, 'trap.env'), `NODE_OPTIONS=--require=${join(root, 'trap.cjs')}\n`);
    await runProgram(join(dist, 'svc'), ['validate', '--env-file=trap.env'], { cwd: root });
    expect([...filesBelow(root).keys()]).not.toContain('sprung');
    // The trap works: without the `--` of the first line it would be sprung.
    await runProgram(process.execPath, [join(dist, 'main.js'), 'validate', '--env-file=trap.env'], {
      cwd: root,
    });
    expect([...filesBelow(root).keys()]).toContain('sprung');
  });
});

async function build(): Promise<{ root: string; dist: string }> {
  const root = await temporaryWorkspace({ 'probe.cjs': probe });
  return { root, dist: copyBuild(root) };
}

function runProbed(root: string, dist: string, command = ['--version']): Promise<RunOutcome> {
  const args = ['--require', join(root, 'probe.cjs'), '--', join(dist, 'main.js'), ...command];
  return runProgram(process.execPath, args, { cwd: root });
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

/** Keeps the checksum of the chunk and gives the new data its own. */
function wrapped(cache: Buffer, data: Buffer): Buffer {
  const head = Buffer.from(cache.subarray(0, 16));
  head.writeUInt32LE(crc32(data), 4);
  head.writeUInt32LE(data.length, 8);
  return Buffer.concat([head, data]);
}
