import { it } from 'vitest';
import { expectLinear } from '../../test/support/growth.js';
import { replayText } from '../../test/support/runs/replay-text.js';
import { measureStrength } from './measure.js';

const LARGE = 10_000;

it('takes time in proportion to the number of assertions', async () => {
  const sizes = [LARGE, LARGE / 16];
  const replays = new Map(
    await Promise.all(
      sizes.map(async (size) => [size, await replayText(manyAssertions(size), manyItems(size))] as const),
    ),
  );
  await expectLinear(LARGE, (size) => {
    const requests = replays.get(size) ?? [];
    return () => measureStrength(requests, { seed: 1, maxMutants: 200 });
  });
});

function manyAssertions(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `expect body.items[${at}].id == ${at}`);
  return `### a\nGET http://localhost/\n\n>>>\n${lines.join('\n')}\n<<<\n`;
}

function manyItems(count: number): Parameters<typeof replayText>[1] {
  const items = Array.from({ length: count }, (_, id) => ({ id }));
  return { responses: { a: { body: JSON.stringify({ items }) } } };
}
