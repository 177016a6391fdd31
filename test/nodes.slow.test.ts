import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, runProgram } from './support/program/run-svc.js';
import { temporaryDirectory } from './support/files/workspace.js';

describe('the emulation', () => {
  it('starts programs of the other architecture through the emulator, and all others as ever', async () => {
    const directory = await temporaryDirectory();
    const [foreign, script] = [join(directory, 'foreign'), join(directory, 'script.mjs')];
    const head = Buffer.alloc(64);
    head.write('\x7fELF', 'latin1');
    head.writeUInt16LE(0x1234, 18);
    await writeFile(foreign, head);
    await chmod(foreign, 0o755);
    await writeFile(
      script,
      `import { execFile, execFileSync, spawnSync } from 'node:child_process';
       import { promisify } from 'node:util';
       const native = process.argv[2];
       const env = { ...process.env, PATH: ${JSON.stringify(directory)} };
       const results = [
         (await promisify(execFile)(${JSON.stringify(foreign)}, ['a'])).stdout,
         (await promisify(execFile)('foreign', ['b', 'c'], { env })).stdout,
         spawnSync('foreign', ['d'], { env }).stdout.toString(),
         execFileSync(${JSON.stringify(foreign)}, { encoding: 'utf8' }),
         execFileSync(native, ['-p', '"native"'], { encoding: 'utf8' }),
         process.execPath + '\\n',
       ];
       process.stdout.write(results.join(''));`,
    );
    const program = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const emulation = {
      command: [process.execPath, '-e', program, '--'],
      machine: 0x1234,
      node: '/emulated/node',
    };
    const preload = join(repositoryRoot, 'scripts', 'machines', 'emulated-spawn.cjs');
    const { stdout, stderr } = await runProgram(
      process.execPath,
      ['--require', preload, script, process.execPath],
      { cwd: directory, env: { SVC_EMULATION: JSON.stringify(emulation) } },
    );
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      JSON.stringify([foreign, 'a']),
      JSON.stringify([foreign, 'b', 'c']),
      JSON.stringify([foreign, 'd']),
      JSON.stringify([foreign]),
      'native',
      '/emulated/node',
      '',
    ]);
  });
});
