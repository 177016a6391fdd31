import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startWatching, WATCHED_FILES } from './watcher-setup.js';

describe('the watcher', () => {
  it('is off when the operator says so', async () => {
    const { root, client, call } = await startWatching({ files: WATCHED_FILES, args: ['--watch=false'] });
    const watching = await startWatching({ root });
    await writeFile(join(root, 'a.http'), '2');
    await call('POST', '/files', { json: { path: 'n.http' } });
    await watching.until(['write a.http', 'create n.http']);
    expect(client.events).toEqual([]);
  });

  it('logs a config that is not valid any more', async () => {
    const { root, svc } = await startWatching({ files: { 'service.yaml': 'timeout: 1\n' } });
    await writeFile(join(root, 'service.yaml'), 'timeout: x\n');
    await svc.until(() =>
      svc.stderr().includes('service.yaml is not valid: line 1, column 10: timeout must be a number'),
    );
  });
});
