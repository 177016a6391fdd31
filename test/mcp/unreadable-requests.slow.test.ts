import { describe, expect, it } from 'vitest';
import { startMcp } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { INVALID_PARAMS } from './unreadable-requests-setup.js';

describe('a malformed initialize', () => {
  it.each([
    ['{}', 'params.protocolVersion must be a string'],
    ['{"protocolVersion":5}', 'params.protocolVersion must be a string'],
    ['{"protocolVersion":"2025-11-25"}', 'params.capabilities must be an object'],
    [
      '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a"}}',
      'params.clientInfo.version must be a string',
    ],
    [
      '{"protocolVersion":"2025-11-25","capabilities":{"roots":5},"clientInfo":{"name":"a","version":"1"}}',
      'initialize',
    ],
  ])('%s is refused in one sentence', async (params, words) => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    server.child.stdin.end(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${params}}\n`);
    await server.ended;
    const [response] = server.lines();
    expect(response?.error).toMatchObject({ code: INVALID_PARAMS });
    expect(response?.error?.message).toMatch(/^Invalid params: [^\n[{]+$/);
    expect(response?.error?.message).toContain(words);
  });
});
