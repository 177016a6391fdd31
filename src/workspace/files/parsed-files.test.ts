import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { ParsedFiles } from './parsed-files.js';

const parsed = (
  bytes: number,
  hash = 'h',
): { hash: string; bytes: number; file: ReturnType<typeof parseText> } => ({
  hash,
  bytes,
  file: parseText('GET http://localhost/', 'a.http'),
});

describe('ParsedFiles', () => {
  it('gives a file back for the same content only', () => {
    const files = new ParsedFiles();
    const one = parsed(5);
    files.keep('a', one);
    expect(files.get('a', 'h')).toBe(one.file);
    expect(files.get('a', 'other')).toBeUndefined();
    files.drop('a');
    expect(files.get('a', 'h')).toBeUndefined();
  });

  it('evicts the least recently used file', () => {
    const files = new ParsedFiles(10, 100);
    files.keep('a', parsed(4));
    files.keep('b', parsed(4));
    files.get('a', 'h');
    files.keep('c', parsed(4));
    expect([files.get('a', 'h'), files.get('b', 'h'), files.get('c', 'h')].map(Boolean)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('keeps the last one whatever its size', () => {
    const files = new ParsedFiles(10, 100);
    files.keep('a', parsed(4));
    files.keep('b', parsed(400));
    expect(files.get('a', 'h')).toBeUndefined();
    expect(files.get('b', 'h')).toBeDefined();
  });

  it('accepts an offered file only without eviction', () => {
    const files = new ParsedFiles(100, 2);
    files.keep('a', parsed(4));
    files.offer('b', parsed(4));
    files.offer('c', parsed(4));
    expect(['a', 'b', 'c'].map((path) => files.get(path, 'h') !== undefined)).toEqual([true, true, false]);
    files.offer('b', parsed(200, 'new'));
    expect(files.get('b', 'new')).toBeUndefined();
  });
});
