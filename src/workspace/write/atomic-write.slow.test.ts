import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';

describe('writeAtomic', () => {
  it('shows readers the old or the new content when the writer is killed at any moment', async () => {
    const folder = await temporaryWorkspace();
    const path = join(folder, 'a.txt');
    const contents = ['a', 'b'].map((letter) => letter.repeat(3_000_000));
    await writeFile(path, contents[0] ?? '');
    const program = `
      import { writeAtomic } from ${JSON.stringify(new URL('./atomic-write.ts', import.meta.url).href)};
      const contents = ['a', 'b'].map((letter) => letter.repeat(3_000_000));
      for (let turn = 0; ; turn += 1) {
        await writeAtomic(${JSON.stringify(path)}, contents[turn % 2]);
        process.stdout.write('.');
      }`;
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
        stdio: 'pipe',
      });
      let writes = 0;
      child.stdout.on('data', (marks: Buffer) => (writes += marks.length));
      await expect.poll(() => writes, { interval: 1, timeout: 60_000 }).toBeGreaterThan(1 + round * 2);
      const ended = new Promise((end) => child.once('exit', end));
      child.kill('SIGKILL');
      await ended;
      expect(contents.includes(await readFile(path, 'utf8'))).toBe(true);
    }
  });
});
