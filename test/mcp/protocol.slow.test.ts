import { describe, expect, it } from 'vitest';
import { startMcp } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { PROTOCOL_CLIENT, MODERN_CLIENT } from './protocol-setup.js';

describe('the handshake', () => {
  it('falls back to 2025-11-25', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    const { result } = await server.ask('initialize', { protocolVersion: '1999-01-01', ...PROTOCOL_CLIENT });
    expect(result?.['protocolVersion']).toBe('2025-11-25');
    expect((await server.ask('ping')).result).toEqual({});
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])(
    'gets %s in response',
    async (protocolVersion) => {
      const server = startMcp({ cwd: await temporaryWorkspace() });
      const { result } = await server.ask('initialize', { protocolVersion, ...PROTOCOL_CLIENT });
      expect(result?.['protocolVersion']).toBe(protocolVersion);
    },
  );
});

describe('the modern era', () => {
  it('refuses another version with the ones it has', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    const _meta = { ...MODERN_CLIENT, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const { error } = await server.ask('tools/list', { _meta });
    expect(error).toMatchObject({ code: -32_022, data: { requested: '2030-01-01' } });
  });

  it('has nothing to subscribe to', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    await server.ask('server/discover', { _meta: MODERN_CLIENT });
    const { error } = await server.ask('subscriptions/listen', { _meta: MODERN_CLIENT });
    expect(error?.code).toBe(-32_601);
  });
});
