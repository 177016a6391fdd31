import { describe, expect, it } from 'vitest';
import { testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { Type } from '../../primitives/shapes/type.js';
import { callTool, type ToolResult } from './call-tool.js';
import { Gate } from '../protocol/rate-limit.js';
import { defineTool, jsonOutput, type ToolOutput } from './tool.js';

const never = new AbortController().signal;

function call(run: () => Promise<ToolOutput>, maxMessageChars?: number): Promise<ToolResult> {
  const tool = defineTool({
    name: 'svc_test',
    title: '',
    description: '',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: Type.Object({}),
    limit: { bucket: 1, perSecond: 1, running: 1 },
    read: () => undefined,
    run,
  });
  return callTool(
    tool,
    {},
    {
      settings: testSettings('/'),
      gate: new Gate(tool.name, tool.limit, () => 0),
      signal: never,
      stopping: never,
      ...(maxMessageChars !== undefined && { maxMessageChars }),
    },
  );
}

/** The message holds the value as text, with its escapes escaped again, and once more as data. */
const controls = (): Promise<ToolOutput> => Promise.resolve(jsonOutput({ value: '\u0001'.repeat(1000) }));

describe('a result that no message can hold', () => {
  it('is result_too_large', async () => {
    expect(textOf(await call(controls, 17_000))).toBe(
      'result_too_large: the message exceeds 17000 characters; ask for less, with max_chars where the tool has it',
    );
    expect(textOf(await call(controls, 18_000))).toContain('"value"');
  });

  it.each([
    ['a string beyond the limit of V8', () => 'x'.repeat(2 ** 29).concat('x'.repeat(2 ** 29))],
    ['a buffer beyond it', () => Buffer.alloc(2 ** 29 + 1).toString('latin1')],
  ])('is result_too_large for %s', async (_, build) => {
    const result = await call(() => Promise.resolve({ text: build() }));
    expect(textOf(result)).toMatch(/^result_too_large: the rendered result exceeds \d+ bytes; ask for less$/);
  });

  it('is distinguished from other faults', async () => {
    const deep = (): Promise<ToolOutput> =>
      Promise.reject(new RangeError('Maximum call stack size exceeded'));
    expect(textOf(await call(deep))).toMatch(/^internal_error: /);
  });
});
