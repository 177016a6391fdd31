import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  searchRate,
  type SearchOutcome,
  type SearchPlan,
  type SearchStep,
  type Verdict,
} from './search-rate.js';

const PLAN: SearchPlan = { first: 50, to: 100_000, precision: 5 };

async function search(
  verdictOf: (step: SearchStep, number: number) => Verdict | undefined,
  plan: Partial<SearchPlan> = {},
): Promise<SearchOutcome & { readonly steps: readonly SearchStep[] }> {
  const steps: SearchStep[] = [];
  const outcome = await searchRate({ ...PLAN, ...plan }, (step) => {
    steps.push(step);
    return Promise.resolve(verdictOf(step, steps.length));
  });
  return { ...outcome, steps };
}

const upTo =
  (capacity: number, failure: Verdict = 'broken') =>
  ({ rate }: SearchStep): Verdict =>
    rate <= capacity ? 'held' : failure;

describe('searchRate', () => {
  it('doubles, bisects with three digits, repeats what failed, and confirms', async () => {
    const { steps, ...outcome } = await search(upTo(750));
    expect(
      steps.map(
        ({ rate, repeats, confirms }) => `${rate}${repeats ? ' again' : ''}${confirms ? ' longer' : ''}`,
      ),
    ).toEqual([
      ...['50', '100', '200', '400', '800', '800 again'],
      ...['566', '673', '734', '766', '766 again', '734 longer'],
    ]);
    expect(outcome).toEqual({ rate: 734, isConfirmed: true, limitedBy: 'target', failedAt: 766 });
    expect(steps.at(-2)).toMatchObject({ low: 734, high: 800 });
  });

  it('finds any capacity within the precision', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 1, max: 200_000, noNaN: true }),
        fc.double({ min: 1, max: 50, noNaN: true }),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 5000, max: 100_000 }),
        async (capacity, precision, first, to) => {
          const { rate, failedAt, limitedBy, isConfirmed, steps } = await search(upTo(capacity), {
            precision,
            first,
            to,
          });
          expect(isConfirmed).toBe(true);
          expect(rate).toBeLessThanOrEqual(capacity);
          expect(steps.every((step) => step.rate <= to && step.rate >= Math.min(first, 1))).toBe(true);
          if (capacity >= to)
            expect({ rate, limitedBy, failedAt }).toEqual({
              rate: to,
              limitedBy: 'range',
              failedAt: undefined,
            });
          else {
            expect(limitedBy).toBe('target');
            expect(failedAt).toBeGreaterThan(capacity);
            expect((failedAt ?? 0) / rate).toBeLessThanOrEqual((1 + precision / 100) * (1 + 1e-12));
          }
          expect(steps.length).toBeLessThan(200);
        },
      ),
    );
  });

  it('halves down to one a second when the first rate fails', async () => {
    const { steps, ...outcome } = await search(upTo(0));
    expect(steps.filter(({ repeats }) => !repeats).map(({ rate }) => rate)).toEqual([
      50, 25, 12.5, 6.25, 3.13, 1.56, 1,
    ]);
    expect(outcome).toEqual({ rate: 0, isConfirmed: false, limitedBy: 'target', failedAt: 1 });
    expect((await search(upTo(7))).rate).toBeGreaterThan(6.6);
  });

  it('forgives a single failure', async () => {
    const outcome = await search((step, number) =>
      number % 2 === 0 && !step.repeats ? 'broken' : upTo(300)(step),
    );
    expect(outcome).toMatchObject({ limitedBy: 'target' });
    expect(outcome.rate).toBeGreaterThan(300 / 1.05 / 1.05);
    expect(outcome.rate).toBeLessThanOrEqual(300);
  });

  it('names what ended it by the second verdict at the lowest rate that failed', async () => {
    for (const verdict of ['generator', 'slots'] as const) {
      expect((await search(upTo(300, verdict))).limitedBy).toBe(verdict);
      const mixed = await search((step) => (step.repeats ? verdict : upTo(300)(step)));
      expect(mixed.limitedBy).toBe(verdict);
    }
    expect(await search(upTo(1000), { to: 300 })).toMatchObject({ rate: 300, limitedBy: 'range' });
  });

  it('goes on below a rate that is not confirmed, at most three times', async () => {
    const once = await search((step) => (step.confirms && step.rate > 690 ? 'broken' : upTo(750)(step)));
    expect(once).toMatchObject({ isConfirmed: true, limitedBy: 'target' });
    expect(once.rate).toBe(673);
    const never = await search((step) => (step.confirms ? 'broken' : upTo(750)(step)));
    expect(never.steps.filter(({ confirms, repeats }) => confirms && !repeats)).toHaveLength(4);
    expect(never.isConfirmed).toBe(false);
    const low = await search((step) => (step.confirms ? 'broken' : upTo(50)(step)));
    expect(low.rate).toBeLessThan(50);
  });

  it('ends with the best so far when there is no time left', async () => {
    const outcome = await search((step, number) => (number > 3 ? undefined : upTo(1000)(step)));
    expect(outcome).toMatchObject({
      rate: 200,
      isConfirmed: false,
      limitedBy: 'budget',
      failedAt: undefined,
    });
    const repeated = await search((step, number) => (number > 5 ? undefined : upTo(750)(step)));
    expect(repeated).toMatchObject({ rate: 400, limitedBy: 'budget' });
    const confirming = await search((step) => (step.confirms ? undefined : upTo(750)(step)));
    expect(confirming).toMatchObject({ rate: 734, limitedBy: 'budget', failedAt: 766 });
  });
});
