import { expect, it } from 'vitest';
import type { ProcessContext } from '../process/process-context.js';
import { mcpSettings } from './mcp-settings.js';
import type { McpOptions } from './mcp-options.js';

/** What is written to the log when a name of this machine is resolved. */
async function resolvedLog(logLevel: McpOptions['logLevel']): Promise<string> {
  let written = '';
  const context = { env: {}, stderr: { write: (text: string) => (written += text) } };
  const settings = mcpSettings(
    {
      maxBodyBytes: 1,
      timeout: 1,
      logLevel,
      allowPrivate: false,
      search: undefined,
      artifact: undefined,
      workspace: '/',
    },
    context as unknown as ProcessContext,
  );
  await settings.publicNetwork.resolve?.('localhost', new AbortController().signal);
  return written;
}

it('tells what a name leads to at the level debug only', async () => {
  expect(JSON.parse(await resolvedLog('debug'))).toMatchObject({
    level: 'debug',
    event: 'resolve',
    host: 'localhost',
    addresses: expect.arrayContaining([expect.stringMatching(/^127\.0\.0\.1$|^::1$/)]) as string[],
  });
  expect(await resolvedLog('info')).toBe('');
});
