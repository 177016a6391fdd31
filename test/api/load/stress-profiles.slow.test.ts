import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';

describe('stress profiles', () => {
  it('of many clients at once are all stored, each name once', async () => {
    const { call, get, root } = await startServer({
      files: {
        'service.yaml': dedent`
          # kept
          timeout: 5
        `,
      },
    });
    const names = Array.from({ length: 20 }, (_, i) => `p${String(i).padStart(2, '0')}`);
    const post = (name: string): Promise<number> =>
      call('POST', '/stress/profiles', { json: { name, duration: '1s' } }).then(({ status }) => status);
    const made = await Promise.all([...names.map(post), call('PUT', '/config', { json: { timeout: 6 } })]);
    expect(made.slice(0, -1)).toEqual(names.map(() => 201));
    expect((await get('/stress/profiles')).json).toEqual(names.map((name) => ({ name, duration: '1s' })));
    expect(await readFile(join(root, 'service.yaml'), 'utf8')).toMatch(/^# kept\ntimeout: 6\n/);
    const same = await Promise.all(Array.from({ length: 5 }, () => post('same')));
    expect(same.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });
});
