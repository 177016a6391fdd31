import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testSettings } from '../../test/support/program/mcp-settings.js';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import { serveMcp } from './serve-mcp.js';

describe('the limit of calls', () => {
  it('is not touched by a clock that is set back', async () => {
    const root = await temporaryWorkspace({ 'a.http': 'GET http://a.example/\n' });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const input = new PassThrough();
    const output = new PassThrough();
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const over = serveMcp(testSettings(root), { input, output, stop: new AbortController().signal });
    const call = async (id: number): Promise<unknown> => {
      const params = { name: 'svc_validate', arguments: { file: 'a.http' } };
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
      const { value } = (await lines.next()) as IteratorResult<string, undefined>;
      return JSON.parse(value ?? '') as unknown;
    };
    expect(await call(1)).toMatchObject({ result: { structuredContent: { valid: true } } });
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await call(2)).toMatchObject({ result: { structuredContent: { valid: true } } });
    input.end();
    expect(await over).toBe(0);
  });
});
