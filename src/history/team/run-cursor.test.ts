import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RunCursor } from './run-cursor.js';

/** A writer takes the number of its transaction, then the id of its run, and ends; all of it at times of its own. */
const writer = fc
  .tuple(fc.nat(50), fc.nat(50), fc.nat(50))
  .map(([begin, take, end]) => ({ begin, take: begin + take, end: begin + take + end }));

it('never passes a run that is yet to appear, and arrives when nobody writes', () => {
  const reads = fc.array(fc.nat(160), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(writer, { maxLength: 12 }), reads, (writers, times) => {
      const transactions = ranks(writers.map(({ begin }) => begin));
      const runs = writers.map(({ take, end }, index) => ({
        id: ranks(writers.map((each) => each.take))[index] ?? 0,
        transaction: transactions[index] ?? 0,
        take,
        end,
        begin: writers[index]?.begin ?? 0,
      }));
      const cursor = new RunCursor();
      for (const now of [...times.toSorted((a, b) => a - b), 1000]) {
        const started = runs.filter(({ begin }) => begin <= now);
        const active = started.filter(({ end }) => end > now).map(({ transaction }) => transaction);
        const next = Math.max(0, ...started.map(({ transaction }) => transaction)) + 1;
        const ended = runs.filter(({ end }) => end <= now).map(({ id }) => id);
        const complete = cursor.advance({
          last_run_id: Math.max(0, ...ended),
          oldest_transaction: Math.min(next, ...active),
          next_transaction: next,
        });
        expect(runs.filter(({ id, end }) => end > now && id <= complete)).toEqual([]);
        if (now === 1000) expect(complete).toBe(runs.length);
      }
    }),
  );
});

/** The place of each number among all, from 1 on; equal ones by their order. */
function ranks(numbers: readonly number[]): readonly number[] {
  const order = numbers.map((_, index) => index).toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  return numbers.map((_, index) => order.indexOf(index) + 1);
}
