import { describe, expect, it } from 'vitest';
import { withSafeFixes } from './all-safe-fixes.js';
import { checkText } from './checked-text.js';
import { TextLines } from './text-edit.js';

const REQUEST = 'GET http://x/\n>>>\nexpect status 200\n<<<\n';

describe('all safe fixes', () => {
  it('take few passes over a text with thousands of findings', async () => {
    const text = `@a = 1\n@a = 2\n${`${REQUEST}# @retry 1\n# @retry 2\n`.repeat(1000)}GET http://x/\n`;
    const { findings } = await checkText(new TextLines(text));
    expect(findings.length).toBeGreaterThan(2000);
    const fixed = await withSafeFixes(text);
    expect((await checkText(new TextLines(fixed))).findings).toEqual([]);
  });
});
