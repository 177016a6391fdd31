import { createServer } from 'node:http';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import { cleanEnvironment } from '../support/program/clean-environment.js';
import { listening } from '../support/servers/raw-server.js';
import { builtMain } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const FILES = {
  'shop/cart.http': dedent`
    ### Add a lamp
    # @name addLamp
    # @tags smoke
    POST http://shop.example/cart
  `,
};
const TOOLS = ['svc_fetch', 'svc_list_requests', 'svc_validate'];

function command(cwd: string): {
  command: string;
  args: string[];
  env: Record<string, string>;
  stderr: 'ignore';
} {
  return {
    command: process.execPath,
    args: ['--', builtMain, 'mcp', 'serve', '--workspace', cwd, '--allow-private-network'],
    env: cleanEnvironment(cwd),
    stderr: 'ignore',
  };
}

async function page(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<h1>Desk lamps</h1><p>Two <b>bright</b> ones.');
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}/lamps?key=secret`;
}

const listed = {
  files: [
    {
      file: 'shop/cart.http',
      requests: [{ index: 1, name: 'addLamp', description: '', method: 'POST', line: 1, tags: ['smoke'] }],
    },
  ],
};

describe('a client of the handshake era', () => {
  it('lists and calls the tools', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport(command(cwd)));
    onTestFinished(() => client.close());
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    expect(client.getServerVersion()).toMatchObject({ name: 'svc', title: 'Request-file API tools' });
    expect(client.getInstructions()?.length).toBeLessThanOrEqual(1000);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    // The client itself holds structured content against the schema.
    const list = await client.callTool({ name: 'svc_list_requests', arguments: {} });
    expect(list.structuredContent).toEqual(listed);
    const fetched = await client.callTool({ name: 'svc_fetch', arguments: { url: await page() } });
    expect(fetched.content).toEqual([{ type: 'text', text: 'Desk lamps\n\nTwo bright ones.\n' }]);
    expect(fetched.structuredContent).toBeUndefined();
  });
});

describe('a client of the modern era', () => {
  it('discovers the server, lists and calls the tools', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const client = new ModernClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new ModernTransport(command(cwd)));
    onTestFinished(() => client.close());
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    const list = await client.callTool({ name: 'svc_list_requests', arguments: { path: 'shop' } });
    expect(list.structuredContent).toEqual(listed);
    const fetched = await client.callTool({
      name: 'svc_fetch',
      arguments: { url: await page(), format: 'markdown' },
    });
    const [first] = fetched.content;
    expect(first).toMatchObject({ type: 'text' });
    expect(JSON.stringify(first)).toContain('# Desk lamps\\n\\nTwo **bright** ones.');
    expect(JSON.stringify(fetched)).not.toContain('secret');
  });
});
