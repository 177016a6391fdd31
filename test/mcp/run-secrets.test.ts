import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { listening } from '../support/servers/raw-server.js';

/** Quotes and blanks make the encodings differ. */
const SECRET = 'pl4nt"ed sécret/value+9';
const TOKEN = 't0ken that was captured?';

const ENCODINGS = {
  plain: (secret: string) => secret,
  base64: (secret: string) => Buffer.from(secret).toString('base64').replaceAll('=', ''),
  base64url: (secret: string) => Buffer.from(secret).toString('base64url'),
  percent: encodeURIComponent,
  'JSON string': (secret: string) => JSON.stringify(secret).slice(1, -1),
  'JSON escapes': (secret: string) =>
    Array.from(secret, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
};

const PARTS = ['summary', 'failures', 'tests', 'request', 'headers', 'body', 'assertions', 'captures'];

/** Responds with both secrets in every encoding, in its status line, headers and body. */
async function echo(): Promise<string> {
  const forms = Object.values(ENCODINGS).flatMap((encode) => [encode(SECRET), encode(TOKEN)]);
  const server = createServer((request, response) => {
    const name = request.url?.startsWith('/lines') ? 'text/plain' : 'application/json';
    response.setHeader('Content-Type', name);
    response.setHeader('X-Echo', ENCODINGS.percent(SECRET));
    response.setHeader('Location', `/next?key=${ENCODINGS.percent(SECRET)}`);
    response.statusCode = 200;
    response.statusMessage = `OK ${ENCODINGS.base64(SECRET)}`;
    response.end(name === 'text/plain' ? forms.join('\n') : JSON.stringify({ token: TOKEN, forms }));
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${port}`;
}

const requests = (host: string): string => `
### login
# @name login
POST http://${host}/login?key={{apiKey}}
X-Key: {{apiKey}}

{"key": "{{$urlEncode({{apiKey}})}}", "plain": "{{apiKey}}"}

>>>capture
token from body.token
<<<

### wrong
# @depends login
# @auth bearer {{$base64({{apiKey}})}}
GET http://${host}/lines/{{$urlEncode({{login.token}})}}?key={{$urlEncode({{apiKey}})}}

>>>
expect status == 500
expect body == "{{apiKey}} and {{login.token}}"
expect body contains "nothing of {{apiKey}}"
expect header X-Echo == "{{apiKey}}"
expect header X-Ecko exists
<<<

### unresolved
# @depends login
GET http://${host}/{{apiKey}}/{{nothing}}
`;

describe('a secret of a run', () => {
  it('is in no answer, progress message or log line, in whatever encoding', async () => {
    const host = await echo();
    const outside = await temporaryWorkspace({ 'values.env': `API_KEY='${SECRET}'\n` });
    const cwd = await temporaryWorkspace({
      'a.http': requests(host),
      'service.yaml': 'secrets: [apiKey, token]\nenvironments: {dev: {apiKey: "${API_KEY}"}}\n',
    });
    const mcp = await openMcp({
      cwd,
      args: [
        ...['--allow-private-network', '--allow-run', '--run-host', host, '--log-level', 'debug'],
        ...['--run-env-file', `${outside}/values.env`],
      ],
    });
    const run = async (args: object): Promise<string> =>
      textOf(
        await mcp.ask('tools/call', { name: 'svc_run', arguments: args, _meta: { progressToken: 'p' } }),
      );
    expect(await run({ files: ['a.http'], dry_run: true })).toMatch(/^PLAN: 3 requests/);
    expect(await run({ files: ['a.http'] })).toMatch(/^FAILED: 2 of 3 failed, 1 passed/);
    for (const request of [1, 2, 3]) {
      for (const part of PARTS)
        expect((await mcp.call('svc_result', { run: 'r1', request, part })).result?.isError).toBeUndefined();
      const { result } = await mcp.call('svc_explain', { run: 'r1', request });
      expect(result?.structuredContent).toMatchObject({ run: 'r1', request });
    }
    const sent = textOf(await mcp.call('svc_result', { run: 'r1', request: 2, part: 'request' }));
    expect(sent).toContain('[REDACTED]');
    mcp.child.stdin.end();
    expect((await mcp.ended).code).toBe(0);
    // Reading the lines proves that there is nothing but messages of the protocol.
    const written = mcp.lines();
    expect(
      written.filter((line) => 'method' in line && line.method === 'notifications/progress'),
    ).not.toEqual([]);
    const all = [
      mcp.stderr(),
      ...written.map((line) => JSON.stringify(line)),
      ...written.flatMap(({ result }) => (result?.content ?? []).map(({ text }) => text)),
    ].join('\n');
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      for (const secret of [SECRET, TOKEN]) expect(all.includes(encode(secret)), name).toBe(false);
    }
  });
});
