import { expect, it } from 'vitest';
import type { ProcessContext } from '../process/process-context.js';
import { createMcpSettings } from './mcp-settings.js';
import type { McpOptions } from './mcp-options.js';

/** Returns the log output of resolving a name of this machine. */
async function resolvedLog(logLevel: McpOptions['logLevel']): Promise<string> {
  let written = '';
  const context = { env: {}, stderr: { write: (text: string) => (written += text) } };
  const settings = createMcpSettings(
    {
      maxBodyBytes: 1,
      timeout: 1,
      logLevel,
      allowPrivate: false,
      search: undefined,
      artifact: undefined,
      run: undefined,
      workspace: '/',
    },
    context as unknown as ProcessContext,
  );
  await settings.publicNetwork.resolve?.('localhost', new AbortController().signal);
  return written;
}

it('logs the addresses of a name at the level debug only', async () => {
  expect(JSON.parse(await resolvedLog('debug'))).toMatchObject({
    level: 'debug',
    event: 'resolve',
    host: 'localhost',
    addresses: expect.arrayContaining([expect.stringMatching(/^127\.0\.0\.1$|^::1$/)]) as string[],
  });
  expect(await resolvedLog('info')).toBe('');
});
