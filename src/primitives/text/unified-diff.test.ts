import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { unifiedDiff } from './unified-diff.js';

const run = promisify(execFile);

describe('a unified diff', () => {
  it('shows added lines with three lines around them', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
    expect(unifiedDiff('x.http', before, before.replace('d\n', 'd\nnew\n'))).toBe(`--- a/x.http
+++ b/x.http
@@ -2,6 +2,7 @@
 b
 c
 d
+new
 e
 f
 g
`);
  });

  it('is empty for equal texts', () => {
    expect(unifiedDiff('x', 'a\n', 'a\n')).toBe('');
  });

  it('says where a line feed is missing at the end', () => {
    expect(unifiedDiff('x', 'a', 'a\nb')).toBe(
      '--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n',
    );
  });

  it('separates changes that lie apart, in time that grows with the text', async () => {
    await expectLinear(80_000, (size) => {
      const lines = Array.from({ length: size }, (_, index) => `line ${index}`);
      const after = lines.flatMap((line, index) => (index % (size / 5) === 5 ? [line, 'new'] : [line]));
      return () => {
        const text = unifiedDiff('x', lines.join('\n'), after.join('\n'));
        expect(text.match(/^@@/gm)).toHaveLength(5);
        expect(text.match(/^\+new$/gm)).toHaveLength(5);
      };
    });
  });

  it('can be applied', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-diff-'));
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    try {
      await fc.assert(
        fc.asyncProperty(text, text, async (before, after) => {
          fc.pre(before !== after && before !== '' && after !== '');
          await writeFile(join(folder, 'x'), before);
          await writeFile(join(folder, 'x.diff'), unifiedDiff('x', before, after));
          await run('git', ['apply', '--unidiff-zero', 'x.diff'], { cwd: folder });
          expect(await readFile(join(folder, 'x'), 'utf8')).toBe(after);
        }),
        { numRuns: 40 },
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
