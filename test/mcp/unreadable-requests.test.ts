import { describe, expect, it } from 'vitest';
import { openMcp, type McpResponse } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { INVALID_PARAMS } from './unreadable-requests-setup.js';

const INVALID_REQUEST = -32_600;

/** What follows `"jsonrpc":"2.0","id":<n>,`, the code and a part of the sentence. */
const WITH_RESPONSE = [
  ['"method":"tools/list","params":null', INVALID_PARAMS, 'params must be an object'],
  ['"method":"tools/list","params":[]', INVALID_PARAMS, 'params must be an object'],
  ['"method":"tools/list","params":"x"', INVALID_PARAMS, 'params must be an object'],
  ['"method":"tools/list","params":{"_meta":null}', INVALID_PARAMS, 'params._meta must be an object'],
  [
    '"method":"tools/list","params":{"_meta":{"progressToken":1.5}}',
    INVALID_PARAMS,
    'params._meta.progressToken must be a string or a whole number',
  ],
  ['"method":"tools/list","params":{"cursor":5}', INVALID_PARAMS, 'params.cursor must be a string'],
  ['"method":"tools/list","extra":1', INVALID_REQUEST, 'unknown field extra'],
  ['"method":"tools/list","result":{}', INVALID_REQUEST, 'unknown field result'],
  ['"method":5', INVALID_REQUEST, 'method must be a string'],
  ['"x":1', INVALID_REQUEST, 'method must be a string'],
  ['"method":"tools/call"', INVALID_PARAMS, 'params.name must be a string'],
  ['"method":"tools/call","params":{"name":5}', INVALID_PARAMS, 'params.name must be a string'],
  [
    '"method":"tools/call","params":{"name":"svc_validate","arguments":null}',
    INVALID_PARAMS,
    'params.arguments must be an object',
  ],
  ['"method":"tools/call","params":{"name":"svc_validate","task":5}', INVALID_PARAMS, 'tools/call'],
  [
    '"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/related-task":5}}',
    INVALID_REQUEST,
    'form',
  ],
] as const;

/** Complete lines that have no sender to respond to. */
const SKIPPED = [
  '[{"jsonrpc":"2.0","id":900,"method":"ping"}]',
  '[]',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  '{"jsonrpc":"2.0","id":1e300,"method":"ping"}',
  '{"jsonrpc":"2.0","method":"notifications/initialized","params":null}',
  '{"jsonrpc":"2.0","method":"notifications/initialized","extra":1}',
  '{"jsonrpc":"2.0","id":901,"result":{}}',
  '{"jsonrpc":"2.0","id":902,"error":5}',
];

describe('a request that cannot be read', () => {
  it('gets a response where it has a usable id, is logged where not, and the exit waits for none', async () => {
    const server = await openMcp({ cwd: await temporaryWorkspace() });
    const lines = WITH_RESPONSE.map(([rest], at) => `{"jsonrpc":"2.0","id":${100 + at},${rest}}`);
    const old = '{"jsonrpc":"1.0","id":"old","method":"ping"}';
    server.child.stdin.end([...SKIPPED, ...lines, old, ''].join('\n'));
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const responses = new Map<unknown, McpResponse>(
      server.lines().map((response) => [response.id, response]),
    );
    for (const [at, [rest, code, words]] of WITH_RESPONSE.entries()) {
      const error = responses.get(100 + at)?.error;
      expect(error, rest).toMatchObject({ code, message: expect.stringContaining(words) as string });
      expect(error?.message).toMatch(/^[^\n]{1,200}$/);
    }
    expect(responses.get('old')?.error).toMatchObject({ code: INVALID_REQUEST });
    expect(server.lines()).toHaveLength(1 + WITH_RESPONSE.length + 1);
    const log = server.stderr().trim().split('\n');
    const entries = log.map((line) => JSON.parse(line) as { level: string; event: string });
    const warnings = entries.filter(({ level, event }) => level === 'warn' && event === 'protocol');
    // One call gets as far as the package; the others are logged when they are read.
    expect(warnings.length).toBeGreaterThanOrEqual(SKIPPED.length + WITH_RESPONSE.length);
  });
});
