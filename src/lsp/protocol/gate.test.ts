import { describe, expect, it } from 'vitest';
import type { DataCallback, Message, MessageReader, MessageWriter } from 'vscode-languageserver-protocol';
import { GatedReader } from './gate.js';

interface Gate {
  /** What passes of the messages, by method or id. */
  readonly passed: (...messages: readonly unknown[]) => unknown[];
  readonly written: Message[];
  readonly logged: string[];
  readonly fail: () => void;
}

function openGate(): Gate {
  const written: Message[] = [];
  const logged: string[] = [];
  let callback: DataCallback = () => undefined;
  let onError: () => void = () => undefined;
  const reader = {
    onError: (listener: () => void) => (onError = listener),
    listen: (listener: DataCallback) => (callback = listener),
  } as unknown as MessageReader;
  const writer = { write: async (message: Message) => void written.push(message) } as MessageWriter;
  const gate = new GatedReader(reader, writer, (_level, _event, fields) =>
    logged.push(String(fields?.['reason'])),
  );
  const passed: unknown[] = [];
  gate.listen((message) => {
    const { method, id } = message as { method?: string; id?: number };
    passed.push(method ?? id);
  });
  return {
    written,
    logged,
    fail: () => onError(),
    passed: (...messages) => {
      for (const message of messages) callback(message as Message);
      return passed.splice(0);
    },
  };
}

const request = (id: number, method: string): object => ({ jsonrpc: '2.0', id, method });
const notification = (method: string): object => ({ jsonrpc: '2.0', method });

describe('the gate', () => {
  it('passes what the state of the connection allows', () => {
    const { passed, written, logged } = openGate();
    expect(passed(request(1, 'x'), notification('y'), { id: 7, result: null })).toEqual([]);
    expect(
      passed(request(2, 'initialize'), request(3, 'x'), notification('y'), { id: 7, result: null }),
    ).toEqual(['initialize', 'x', 'y', 7]);
    expect(passed(request(4, 'initialize'), request(5, 'shutdown'))).toEqual(['shutdown']);
    expect(passed(request(6, 'x'), notification('y'), notification('exit'))).toEqual(['exit']);
    expect(written).toMatchObject([
      { id: 1, error: { code: -32002 } },
      { id: 4, error: { code: -32600 } },
      { id: 6, error: { code: -32600 } },
    ]);
    expect(logged).toEqual([
      'a notification before initialize',
      'a response to nothing',
      'a notification after shutdown',
    ]);
  });

  it('skips what is no message', () => {
    const { passed, logged, written, fail } = openGate();
    passed(request(1, 'initialize'));
    expect(passed(7, [], null, {}, { method: 3 }, { id: {}, method: 'x' })).toEqual([]);
    fail();
    expect(logged).toEqual([
      'a message is not an object',
      'a message is not an object',
      'a message is not an object',
      'a message has no method',
      'a message has no method',
      'the id of a request is neither a number nor a text',
      'a message cannot be read',
    ]);
    expect(written).toEqual([]);
  });
});
