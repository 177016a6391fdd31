import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it('can be applied', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-diff-'));
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    const samples = fc
      .sample(fc.tuple(text, text), 200)
      .filter(([before, after]) => before !== after && before !== '' && after !== '');
    try {
      // One patch of many files, because a process for each of them would take long.
      for (const [index, [before]] of samples.entries()) await writeFile(join(folder, `x${index}`), before);
      const diffs = samples.map(([before, after], index) => unifiedDiff(`x${index}`, before, after));
      await writeFile(join(folder, 'all.diff'), diffs.join(''));
      await run('git', ['apply', '--unidiff-zero', 'all.diff'], { cwd: folder });
      for (const [index, [before, after]] of samples.entries())
        expect(await readFile(join(folder, `x${index}`), 'utf8'), JSON.stringify(before)).toBe(after);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
