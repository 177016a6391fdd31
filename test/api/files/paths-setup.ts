import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace, writeFiles } from '../../support/files/workspace.js';

export const SECRET = 'GET http://127.0.0.1/?secret=pumpkin\n';
export const SOME_GET = 'GET http://127.0.0.1/\n';

export interface Trapped extends RunningServer {
  readonly outside: string;
}

/** A server whose workspace has every kind of link that leads out of it. */
export async function trappedServer(): Promise<Trapped> {
  const base = await temporaryWorkspace({
    'outside/secret.http': SECRET,
    'root/a.http': SOME_GET,
    'root/sub/b.http': SOME_GET,
  });
  const outside = join(base, 'outside');
  const root = join(base, 'root');
  await symlink(join(outside, 'secret.http'), join(root, 'out.http'));
  await symlink('../outside/secret.http', join(root, 'relative.http'));
  await symlink(outside, join(root, 'folder'));
  await symlink('..', join(root, 'up'));
  await symlink(join(outside, 'not-there.http'), join(root, 'dangling.http'));
  await symlink('loop.http', join(root, 'loop.http'));
  await symlink('sub', join(root, 'inside'));
  writeFiles(root, { 'plain.txt': 'text' });
  await symlink('plain.txt', join(root, 'text.http'));
  return { ...(await startServer({ root })), outside };
}
