import { describe, expect, it } from 'vitest';
import { notificationHandler, refuse, requestHandler, type HandlerRegistry } from './requests.js';

type Call = (params: unknown) => Promise<unknown>;

function registry(): { readonly registry: HandlerRegistry; readonly calls: Map<string, Call> } {
  const calls = new Map<string, Call>();
  const register = (method: string, handler: (params: unknown, token: never) => unknown): void =>
    void calls.set(method, async (params) => handler(params, undefined as never));
  return { registry: { onRequest: register, onNotification: register }, calls };
}

describe('handlers', () => {
  it('check what all of them need', async () => {
    const { registry: made, calls } = registry();
    requestHandler(made, () => undefined)('textDocument/hover', () => 'shown');
    const call = calls.get('textDocument/hover');
    expect(await call?.({ textDocument: { uri: 'a' }, position: { line: 1, character: -4 } })).toBe('shown');
    for (const params of [
      undefined,
      {},
      { textDocument: {} },
      { textDocument: { uri: 'a' }, position: 3 },
      { textDocument: { uri: 'a' }, position: { line: 1.5, character: 0 } },
    ])
      await expect(call?.(params)).rejects.toMatchObject({ code: -32602 });
  });

  it('log failures without their messages, and pass refusals on', async () => {
    const logged: unknown[] = [];
    const { registry: made, calls } = registry();
    const onRequest = requestHandler(made, (...entry) => logged.push(entry));
    onRequest('a', () => {
      throw new Error('text of a document');
    });
    onRequest('b', async () => {
      throw refuse('not now');
    });
    notificationHandler(made, (...entry) => logged.push(entry))('c', async () => {
      throw new TypeError('text of a document');
    });
    await expect(calls.get('a')?.({})).rejects.toMatchObject({ code: -32603 });
    await expect(calls.get('b')?.({})).rejects.toMatchObject({ code: -32803, message: 'not now' });
    await calls.get('c')?.({});
    await expect.poll(() => logged).toHaveLength(2);
    expect(logged).toMatchObject([
      ['error', 'failure', { method: 'a', reason: 'Error' }],
      ['error', 'failure', { method: 'c', reason: 'TypeError' }],
    ]);
    expect(JSON.stringify(logged)).not.toContain('text of');
  });
});
