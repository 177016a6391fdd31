import { describe, expect, it } from 'vitest';
import { directiveTexts } from '../model/client-directives.js';
import { parseText } from '../parse-file.js';
import { printFile } from '../print-file.js';

describe('directives of other clients that may be repeated', () => {
  it.each([
    [['# @prompt'], '', []],
    [['# @prompt a', '# @prompt b c'], 'a\nb c', ['a', 'b c']],
    [['# @prompt a', '# @prompt'], 'a\n', ['a']],
    [['# @prompt', '# @prompt a'], '\na', ['a']],
  ])('%j are lines of one text, which is written as the same lines', (lines, stored, used) => {
    const source = ['### x', ...lines, 'GET http://127.0.0.1/', ''].join('\n');
    const file = parseText(source, 'a.http');
    const [request] = file.requests;
    if (!request) throw new Error('no request');
    expect(request.metadata['prompt']).toBe(stored);
    expect(directiveTexts(request.metadata, 'prompt')).toEqual(used);
    expect(file.diagnostics.map(({ code }) => code)).not.toContain('duplicate_directive');
    const { layout: _, ...built } = request;
    expect(printFile({ ...file, requests: [built] })).toBe(source);
  });
});
