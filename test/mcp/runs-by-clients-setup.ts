import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openClient, type CallTool, type Era } from '../support/program/mcp-clients.js';
import { deadUrl } from '../support/servers/dead-url.js';
import { listening } from '../support/servers/raw-server.js';

export const BIG = JSON.stringify({
  items: Array.from({ length: 40_000 }, (_, at) => `item ${at} é`),
}).padEnd(1024 * 1024);

interface RunTarget {
  readonly url: string;
  readonly host: string;
  /** How many requests without a response are open. */
  readonly open: () => number;
}

/** Responds to `/ok`, `/big` and, with 404, `/lost`; never responds to `/never`. */
export async function runTarget(): Promise<RunTarget> {
  let unanswered = 0;
  const server = createServer((request, response) => {
    if (request.url === '/never') {
      unanswered += 1;
      response.on('close', () => (unanswered -= 1));
      return;
    }
    if (request.url === '/lost') response.statusCode = 404;
    response.setHeader('Content-Type', 'application/json');
    const body = request.url === '/big' ? BIG : '{"id":9,"total":40,"owner":{"name":"Ada"}}';
    // A service takes a little time, so that a long suite has something to tell while it runs.
    setTimeout(() => response.end(body), SERVICE_MS);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, open: () => unanswered };
}

const SERVICE_MS = 8;

export async function openRunClient(era: Era): Promise<{ call: CallTool; target: RunTarget }> {
  const service = await runTarget();
  const dead = await deadUrl();
  const many = Array.from(
    { length: 200 },
    (_, at) => `### ok ${at + 1}\nGET ${service.url}/ok\n\n>>>\nexpect status == 200\n<<<\n`,
  );
  const cwd = await temporaryWorkspace({
    'many.http': many.join('\n'),
    'never.http': `### first\nGET ${service.url}/ok\n\n### never\nGET ${service.url}/never\n\n### last\nGET ${service.url}/ok\n`,
    'wrong.http': `### order\nGET ${service.url}/big\n\n### wrong\nGET ${service.url}/ok\n\n>>>\nexpect body.totl == 40\nexpect body.owner == "Ada"\n<<<\n`,
    'dead.http': `### dead\nGET ${dead}\n`,
  });
  const flags = ['--allow-private-network', '--allow-run', '--run-host', service.host];
  const hosts = ['--run-host', new URL(dead).host, '--run-timeout', '10m'];
  return { call: await openClient(era, cwd, [...flags, ...hosts]), target: service };
}

export const firstWord = (text: string): string => /^[A-Z_]+/.exec(text)?.[0] ?? '';
