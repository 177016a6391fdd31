import { describe, expect, it } from 'vitest';
import { textOf } from '../../../test/support/program/mcp-settings.js';
import { jsonOutput, type ToolOutput } from './tool.js';
import { callTestTool } from '../../../test/support/program/call-test-tool.js';

/** The message holds the value as text, with its escapes escaped again, and once more as data. */
const controls = (): Promise<ToolOutput> => Promise.resolve(jsonOutput({ value: '\u0001'.repeat(1000) }));

describe('a result that no message can hold', () => {
  it('is result_too_large', async () => {
    expect(textOf(await callTestTool(controls, 17_000))).toBe(
      'result_too_large: the message exceeds 17000 characters; ask for less, with max_chars where the tool has it',
    );
    expect(textOf(await callTestTool(controls, 18_000))).toContain('"value"');
  });

  it('is distinguished from other faults', async () => {
    const deep = (): Promise<ToolOutput> =>
      Promise.reject(new RangeError('Maximum call stack size exceeded'));
    expect(textOf(await callTestTool(deep))).toMatch(/^internal_error: /);
  });
});
