import { execFileSync } from 'node:child_process';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { readUnchanged } from './boundary.js';

describe('readUnchanged', () => {
  it('reads a regular file at its real path, and nothing else', async () => {
    const root = await temporaryWorkspace({ 'a/b.http': 'content', 'other/b.http': 'secret' });
    const real = join(root, 'a', 'b.http');
    expect(readUnchanged(real, 7)?.bytes.toString()).toBe('content');
    expect(readUnchanged(real, 6)).toBeUndefined();
    expect(readUnchanged(join(root, 'a'), 100)).toBeUndefined();
    expect(readUnchanged(join(root, 'missing.http'), 100)).toBeUndefined();
    await symlink(real, join(root, 'link.http'));
    expect(readUnchanged(join(root, 'link.http'), 100)).toBeUndefined();
    await rename(join(root, 'a'), join(root, 'moved'));
    await symlink(join(root, 'other'), join(root, 'a'));
    expect(readUnchanged(real, 100)).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    const root = await temporaryWorkspace({});
    execFileSync('mkfifo', [join(root, 'pipe.http')]);
    expect(readUnchanged(join(root, 'pipe.http'), 100)).toBeUndefined();
  });
});
