import { describe, expect, it } from 'vitest';
import { textOf } from '../../../test/support/program/mcp-settings.js';
import { callTestTool } from '../../../test/support/program/call-test-tool.js';

describe('a result that no message can hold', () => {
  it.each([
    ['a string beyond the limit of V8', () => 'x'.repeat(2 ** 29).concat('x'.repeat(2 ** 29))],
    ['a buffer beyond it', () => Buffer.alloc(2 ** 29 + 1).toString('latin1')],
  ])('is result_too_large for %s', async (_, build) => {
    const result = await callTestTool(() => Promise.resolve({ text: build() }));
    expect(textOf(result)).toMatch(/^result_too_large: the rendered result exceeds \d+ bytes; ask for less$/);
  });
});
