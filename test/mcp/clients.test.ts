import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { CLIENT_FILES, CLIENT_TOOLS, serverCommand, clientPage, listedTools } from './clients-setup.js';

describe('a client of the handshake era', () => {
  it('lists and calls the tools', async () => {
    const cwd = await temporaryWorkspace(CLIENT_FILES);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport(serverCommand(cwd)));
    onTestFinished(() => client.close());
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    expect(client.getServerVersion()).toMatchObject({ name: 'svc', title: 'Request-file API tools' });
    expect(client.getInstructions()?.length).toBeLessThanOrEqual(1000);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(CLIENT_TOOLS);
    // The client itself holds structured content against the schema.
    const list = await client.callTool({ name: 'svc_list_requests', arguments: {} });
    expect(list.structuredContent).toEqual(listedTools);
    const fetched = await client.callTool({ name: 'svc_fetch', arguments: { url: await clientPage() } });
    expect(fetched.content).toEqual([{ type: 'text', text: 'Desk lamps\n\nTwo bright ones.\n' }]);
    expect(fetched.structuredContent).toBeUndefined();
  });
});
