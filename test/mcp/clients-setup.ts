import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import { cleanEnvironment } from '../support/program/clean-environment.js';
import { listening } from '../support/servers/raw-server.js';
import { builtMain } from '../support/program/run-svc.js';

export const CLIENT_FILES = {
  'shop/cart.http': dedent`
    ### Add a lamp
    # @name addLamp
    # @tags smoke
    POST http://shop.example/cart
  `,
};
export const CLIENT_TOOLS = ['svc_fetch', 'svc_list_requests', 'svc_validate'];

export function serverCommand(cwd: string): {
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

export async function clientPage(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<h1>Desk lamps</h1><p>Two <b>bright</b> ones.');
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}/lamps?key=secret`;
}

export const listedTools = {
  files: [
    {
      file: 'shop/cart.http',
      requests: [{ index: 1, name: 'addLamp', description: '', method: 'POST', line: 1, tags: ['smoke'] }],
    },
  ],
};
