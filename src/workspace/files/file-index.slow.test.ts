import { describe, expect, it } from 'vitest';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { checkOnTime, ON_TIME } from '../../../test/support/on-time.js';
import { GET, indexOf } from '../../../test/support/unit/file-index-setup.js';

describe('FileIndex', () => {
  it('lists 2,000 files again in a fraction of the time', ON_TIME, () =>
    checkOnTime(async () => {
      const files = Array.from({ length: 2000 }, (_, i) => [`d${i % 20}/f${i}.http`, `### r${i}\n${GET}`]);
      const { root, index } = await indexOf(Object.fromEntries(files) as Record<string, string>);
      await filesSettled(root);
      const cold = await timed(() => index.list());
      const warm = Math.min(await timed(() => index.list()), await timed(() => index.list()));
      return () => expect(warm).toBeLessThan(cold / 3);
    }),
  );
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
