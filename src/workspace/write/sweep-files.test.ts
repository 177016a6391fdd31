import { spawnSync } from 'node:child_process';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { registerOwnProcess } from '../../../test/support/program/own-process.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { temporaryName, writeAtomic } from './atomic-write.js';
import { thisOwner, type FileOwner } from './file-owner.js';
import { lockText } from './lock-file.js';
import { ownerDigits, sweepFolder, sweepTree } from './sweep-files.js';

registerOwnProcess();

const RANDOM = '0123456789abcdef';

/** The owner digits of a process of this machine that has ended. */
function goneOwner(): FileOwner {
  const { machine = '', started = '' } = thisOwner() ?? {};
  return { machine, started, pid: spawnSync(process.execPath, ['-e', '']).pid };
}

async function age(path: string, milliseconds: number): Promise<void> {
  const time = new Date(Date.now() - milliseconds);
  await utimes(path, time, time);
}

it('removes what processes left that have ended, and nothing else', async () => {
  const gone = goneOwner();
  const elsewhere = { ...gone, machine: '00000001' };
  const kept = [
    `.a.http.${ownerDigits(thisOwner())}${RANDOM}.tmp`,
    `.b.http.${ownerDigits(elsewhere)}${RANDOM}.tmp`,
    `.c.http.${RANDOM}.tmp`,
    '.d.http.0123.tmp',
    'e.http.tmp',
    `f.http.${ownerDigits(gone)}${RANDOM}.tmp`,
  ];
  const locks = { '.own.http.lock': lockText(), '.user.lock': 'of the user', '.empty.lock': '' };
  const root = await temporaryWorkspace({
    ...Object.fromEntries(kept.map((name) => [name, 'x'])),
    ...locks,
    [`.a.http.${ownerDigits(gone)}${RANDOM}.tmp`]: 'half a fi',
    '.gone.http.lock': lockText(gone),
    'sub/.gone.http.lock': lockText(gone),
    'node_modules/.gone.http.lock': lockText(gone),
  });
  await symlink('.user.lock', join(root, `.link.${ownerDigits(gone)}${RANDOM}.tmp`));
  await mkdir(join(root, `.folder.${ownerDigits(gone)}${RANDOM}.tmp`));
  for (const name of ['.b.http', '.c.http']) {
    const found = kept.find((each) => each.startsWith(name)) ?? '';
    await age(join(root, found), 1_800_000);
  }
  await sweepTree(root, () => false);
  const expected = [
    ...kept,
    ...Object.keys(locks),
    `.link.${ownerDigits(gone)}${RANDOM}.tmp`,
    `.folder.${ownerDigits(gone)}${RANDOM}.tmp`,
    'sub',
    'node_modules',
  ];
  expect((await readdir(root)).sort()).toEqual(expected.sort());
  expect(await readdir(join(root, 'sub'))).toEqual([]);
  expect(await readdir(join(root, 'node_modules'))).toEqual(['.gone.http.lock']);
  for (const name of kept.slice(1, 3)) await age(join(root, name), 3_700_000);
  await sweepFolder(root);
  expect(await readdir(root)).not.toContain(kept[1]);
  expect(await readdir(root)).not.toContain(kept[2]);
});

it('is done by the first write to a folder', async () => {
  const root = await temporaryWorkspace();
  const left = `.a.http.${ownerDigits(goneOwner())}${RANDOM}.tmp`;
  await writeFile(join(root, left), 'half');
  await writeAtomic(join(root, 'b.http'), 'GET /\n');
  expect(await readdir(root)).toEqual(['b.http']);
});

it('knows the names of temporary files', async () => {
  const root = await temporaryWorkspace();
  const name = temporaryName(join(root, 'a.http'));
  expect(name.startsWith(join(root, `.a.http.${ownerDigits()}`))).toBe(true);
});
