import { chmod, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../../test/support/files/workspace.js';
import { findProgram } from './find-program.js';

const isWindows = platform() === 'win32';
/** Windows knows programs by their names, other systems by their modes. */
const ENDING = isWindows ? '.exe' : '';

async function place(): Promise<string> {
  const root = await temporaryWorkspace({
    [`bin/op${ENDING}`]: '',
    [`other/op${ENDING}`]: '',
    [`op${ENDING}`]: '',
    [`own${ENDING}`]: '',
    [`tools/give${ENDING}`]: '',
    'plain.txt': '',
  });
  for (const name of ['bin/op', 'other/op', 'op', 'own', 'tools/give'])
    await chmod(join(root, `${name}${ENDING}`), 0o755);
  await mkdir(join(root, 'bin', 'folder'));
  return root;
}

describe('the file of a program', () => {
  it('is the first on the search path, else the one in the folder', async () => {
    const root = await place();
    const PATH = [join(root, 'empty'), join(root, 'bin'), join(root, 'other')].join(delimiter);
    const find = (program: string): Promise<string | undefined> => findProgram(program, root, { PATH });
    expect(await find('op')).toBe(join(root, `bin/op${ENDING}`));
    expect(await find('own')).toBe(join(root, `own${ENDING}`));
    expect(await find('./op')).toBe(join(root, `op${ENDING}`));
    expect(await find('tools/give')).toBe(join(root, `tools/give${ENDING}`));
    expect(await find(join(root, 'tools', 'give'))).toBe(join(root, `tools/give${ENDING}`));
    expect(await find('folder')).toBeUndefined();
    expect(await find('absent')).toBeUndefined();
    if (!isWindows) expect(await find('plain.txt')).toBeUndefined();
  });

  it('is not looked for in folders of the search path that are relative or empty', async () => {
    const root = await place();
    expect(await findProgram('give', root, { PATH: ['tools', '', '.'].join(delimiter) })).toBeUndefined();
    expect(await findProgram('own', root, {})).toBe(join(root, `own${ENDING}`));
  });
});
