import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { CLIENT_FILES, CLIENT_TOOLS, serverCommand, clientPage, listedTools } from './clients-setup.js';

describe('a client of the modern era', () => {
  it('discovers the server, lists and calls the tools', async () => {
    const cwd = await temporaryWorkspace(CLIENT_FILES);
    const client = new ModernClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new ModernTransport(serverCommand(cwd)));
    onTestFinished(() => client.close());
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(CLIENT_TOOLS);
    const list = await client.callTool({ name: 'svc_list_requests', arguments: { path: 'shop' } });
    expect(list.structuredContent).toEqual(listedTools);
    const fetched = await client.callTool({
      name: 'svc_fetch',
      arguments: { url: await clientPage(), format: 'markdown' },
    });
    const [first] = fetched.content;
    expect(first).toMatchObject({ type: 'text' });
    expect(JSON.stringify(first)).toContain('# Desk lamps\\n\\nTwo **bright** ones.');
    expect(JSON.stringify(fetched)).not.toContain('secret');
  });
});
