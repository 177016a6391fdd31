import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

interface Executed {
  readonly results: readonly {
    readonly errorKind?: string;
    readonly assertions: readonly { readonly passed: boolean; readonly origin?: string }[];
  }[];
}

interface Shown {
  readonly requests: readonly { readonly scriptAssertions?: readonly unknown[] }[];
}

const CHECK = 'client.test("ok", () => client.assert(response.status === STATUS));\n';
const check = (status: number): string => CHECK.replace('STATUS', String(status));

describe('script files of the workspace', () => {
  it('are checked by executions, shown with the file, and read again when they change', async () => {
    const { url } = await loopback(() => 200);
    const content = `GET ${url}/\n\n> ../shared/check.js\n`;
    const server = await startServer({
      files: {
        'shared/check.js': check(200),
        'api/a.http': content,
        'api/out.http': content.replace('../shared/check.js', '../../outside.js'),
      },
    });
    const execute = async (file: string): Promise<Executed['results'][number] | undefined> =>
      ((await server.call('POST', '/execute', { json: { file } })).json as Executed).results[0];
    expect((await execute('api/a.http'))?.assertions).toMatchObject([{ passed: true, origin: 'script' }]);
    await writeFile(join(server.root, 'shared/check.js'), check(500));
    expect((await execute('api/a.http'))?.assertions).toMatchObject([{ passed: false, origin: 'script' }]);
    expect(await execute('api/out.http')).toMatchObject({ errorKind: 'file' });
    const shown = (await server.get('/files/api%2Fa.http')).json as Shown;
    expect(shown.requests[0]?.scriptAssertions).toHaveLength(1);
    for (const environment of [{}, { environment: 'dev' }]) {
      const { json } = await server.call('POST', '/validate', {
        json: { file: 'api/new.http', content, ...environment },
      });
      expect((json as { diagnostics: unknown }).diagnostics).toMatchObject([
        { code: 'translated_script', severity: 'info', message: '1 assertion, 0 captures' },
      ]);
    }
  });
});
