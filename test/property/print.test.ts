import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../src/request-file/parse-file.js';
import { printTree } from '../../src/request-file/print-tree.js';
import { treeDifference } from '../../src/request-file/tree-difference.js';
import { unwritable } from '../../src/request-file/writable.js';
import { builtFile } from './built-files.js';

describe('built trees', () => {
  it('read back as they were, and print the same text again', () => {
    fc.assert(
      fc.property(builtFile, (file) => {
        expect(unwritable(file)).toEqual([]);
        const text = printTree(file);
        const read = parseText(text, file.path);
        expect(treeDifference(file, read)).toBeUndefined();
        expect(printTree(read)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
