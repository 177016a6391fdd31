/** Secrets whose values programs print: no tool starts a program. */
import { expect, it } from 'vitest';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { nodeOnPath, secretFiles, startsOf } from '../support/program/secret-program.js';
import { loopback } from '../support/runs/run-requests.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

it('a saved request that needs the value is not sent, and no program is started', async () => {
  const { url, requests } = await loopback();
  const text = `### one\nGET ${url}/\nX-Token: {{apiToken}}\n`;
  const cwd = await temporaryWorkspace({
    'a.http': text,
    'own.http': `@apiToken = given\n### own\nGET ${url}/own\nX-Token: {{apiToken}}\n`,
    ...secretFiles([{ name: 'apiToken', gives: ['text', 'tok-4711'] }]),
  });
  const args = ['--allow-private-network', '--allow-run', '--run-host', new URL(url).host];
  const mcp = await openMcp({ cwd, args, env: nodeOnPath() });
  const responses = [
    await mcp.call('svc_fetch', { file: 'own.http' }),
    await mcp.call('svc_fetch', { file: 'a.http', name: 'one' }),
    await mcp.call('svc_run', { files: ['a.http'] }),
    await mcp.call('svc_list_requests', {}),
    await mcp.call('svc_validate', { file: 'a.http' }),
  ].map(textOf);
  const refusal = 'secret "apiToken" comes from a command, which is never run for agents';
  expect(responses[1]).toContain(`unsupported_request: a.http:2 ${refusal}`);
  expect(responses[2]).toContain(`  variable: ${refusal}\n`);
  expect(responses[3]).toContain('"a.http"');
  expect(responses[4]).toContain('"valid": true');
  expect(requests.map(({ headers }) => headers['x-token'])).toEqual(['given']);
  expect(startsOf(cwd)).toEqual([]);
});
