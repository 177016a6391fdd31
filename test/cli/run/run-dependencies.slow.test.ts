import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess, startInProcess } from '../../support/program/in-process-svc.js';
import { workspace, CASES, errorsIn } from './run-dependencies-setup.js';

describe('a dependency that cannot be found', () => {
  it.each(CASES)('%s: in parallel, in quiet and as a dry run', async (written, end, lines) => {
    const { cwd, seen } = await workspace(written);
    for (const flags of [['-p'], ['-q'], ['--shard', '2/2'], ['-n', 'needy'], ['a.http:5']]) {
      const paths = flags[0] === 'a.http:5' ? [] : ['a.http'];
      const run = await runInProcess(['run', ...paths, ...flags, '--no-history'], { cwd });
      expect([flags, errorsIn(run.stderr), run.code]).toEqual([flags, lines, 2]);
    }
    seen.length = 0;
    const dry = await runInProcess(['run', 'a.http', '--dry-run'], { cwd });
    expect(errorsIn(dry.stderr)).toEqual(lines);
    expect(dry.stdout).toContain(`- needy (after ${written}; dependency failed: ${written} ${end})`);
    expect(dry.stdout).toContain('- after (after needy; dependency failed: needy)');
    expect(dry.stdout).toContain('1 to run, 2 skipped');
    expect([dry.code, seen]).toEqual([2, []]);
  });

  it('is reported in every cycle of --watch until it is there', async () => {
    const { cwd, seen } = await workspace('./gone.http#login');
    const svc = startInProcess(['run', 'a.http', '--watch', '--no-history'], { cwd });
    const cycles = (): number => svc.stderr().split('Watching ').length - 1;
    await svc.until(() => cycles() === 1);
    await writeFile(join(cwd, 'a.http'), `${await readFile(join(cwd, 'a.http'), 'utf8')}# end\n`);
    await svc.until(() => cycles() === 2);
    expect(errorsIn(svc.stderr())).toHaveLength(2);
    await writeFile(join(cwd, 'gone.http'), await readFile(join(cwd, 'good.http'), 'utf8'));
    await svc.until(() => cycles() === 3);
    expect(errorsIn(svc.stderr())).toHaveLength(2);
    expect(seen.slice(2)).toEqual(['GET /free', 'GET /login', 'GET /needy', 'GET /after']);
    await svc.close();
    expect((await svc.ended).code).toBe(0);
  });
});
