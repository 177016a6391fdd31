import { describe, expect, it } from 'vitest';
import { parseRequestFile, parseText } from '../../src/request-file/parse-file.js';
import { printTree } from '../../src/request-file/print/print-tree.js';
import { treeDifference } from '../../src/request-file/model/tree-difference.js';
import { caretMessages, corpusFiles, treeOf } from './corpus.js';

const GOOD = corpusFiles('parse-ok');
const BAD = corpusFiles('parse-errors');

describe('files that parse', () => {
  it.each(GOOD)('$file', async ({ file, bytes, tree, messages }) => {
    const parsed = await parseRequestFile(bytes, file);
    expect(treeOf(parsed)).toEqual(tree);
    expect(caretMessages(file, bytes, parsed.diagnostics)).toBe(messages);
    expect(parsed.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(GOOD)('$file, printed and read again', async ({ file, bytes }) => {
    const parsed = await parseRequestFile(bytes, file);
    const printed = printTree(parsed);
    const again = parseText(printed, file);
    expect(treeDifference(parsed, again)).toBeUndefined();
    expect(printTree(again)).toBe(printed);
  });
});

describe('files with errors', () => {
  it.each(BAD)('$file', async ({ file, bytes, tree, messages }) => {
    const parsed = await parseRequestFile(bytes, file);
    expect(caretMessages(file, bytes, parsed.diagnostics)).toBe(messages);
    expect(parsed.diagnostics.map(({ severity }) => severity)).toContain('error');
    if (tree !== undefined) expect(treeOf(parsed)).toEqual(tree);
  });
});

describe('line ends and byte-order mark in the corpus', () => {
  // A version control system that rewrites line ends would quietly take these tests away.
  it.each([
    ['crlf.http', /^(?:[^\r\n]*\r\n)+$/],
    ['cr.http', /^(?:[^\r\n]*\r)+$/],
    ['mixed-line-ends.http', /\r[^\n][^]*\r\n[^]*[^\r]\n/],
    ['bom.http', /^\uFEFF/],
  ])('%s is what it says', (name, shape) => {
    const found = GOOD.find(({ file }) => file === name);
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(found?.bytes)).toMatch(shape);
  });
});
