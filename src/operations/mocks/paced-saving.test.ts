import { expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ServiceError } from '../../errors.js';
import { PacedSaving } from './paced-saving.js';

interface Attempt {
  readonly succeed: () => void;
  readonly fail: (message: string) => void;
}

/** Each attempt to save waits until the test ends it. */
function startSaving() {
  const clock = new ManualClock();
  const attempts: Attempt[] = [];
  const problems: string[] = [];
  const save = (): Promise<void> =>
    new Promise((succeed, refuse) => {
      attempts.push({ succeed, fail: (message) => refuse(new ServiceError('input', message)) });
    });
  const saving = new PacedSaving(save, (message) => problems.push(message), clock);
  return { clock, saving, attempts, problems };
}

it('is pending from a change until it is saved', async () => {
  const { clock, saving, attempts } = startSaving();
  expect(saving.isPending).toBe(false);
  saving.note();
  saving.note();
  expect(saving.isPending).toBe(true);
  await clock.turn(199);
  expect(attempts.length).toBe(0);
  await clock.turn(1);
  expect(attempts.length).toBe(1);
  expect(saving.isPending).toBe(true);
  attempts[0]?.succeed();
  await clock.turn(0);
  expect(saving.isPending).toBe(false);
  await saving.close();
  expect(attempts.length).toBe(1);
});

it('saves what changes meanwhile in another attempt', async () => {
  const { clock, saving, attempts } = startSaving();
  saving.note();
  await clock.turn(200);
  expect(attempts.length).toBe(1);
  saving.note();
  attempts[0]?.succeed();
  const closed = saving.close();
  await expect.poll(() => attempts.length).toBe(2);
  expect(saving.isPending).toBe(true);
  attempts[1]?.succeed();
  await closed;
  expect(saving.isPending).toBe(false);
});

it('says once what stays wrong, and again after it was right', async () => {
  const { clock, saving, attempts, problems } = startSaving();
  onTestFinished(() => saving.close());
  const end = async (index: number, how: (attempt: Attempt) => void): Promise<void> => {
    await clock.pass(200);
    expect(attempts.length).toBe(index + 1);
    const { [index]: attempt } = attempts;
    if (attempt) how(attempt);
  };
  saving.note();
  await end(0, (attempt) => attempt.fail('the disk is full'));
  await end(1, (attempt) => attempt.fail('the disk is full'));
  await end(2, (attempt) => attempt.fail('the folder is gone'));
  await end(3, (attempt) => attempt.succeed());
  await clock.turn(0);
  expect(saving.isPending).toBe(false);
  expect(problems).toEqual(['the disk is full', 'the folder is gone']);
  saving.note();
  await end(4, (attempt) => attempt.fail('the folder is gone'));
  await end(5, (attempt) => attempt.succeed());
  await clock.turn(0);
  expect(saving.isPending).toBe(false);
  expect(problems).toEqual(['the disk is full', 'the folder is gone', 'the folder is gone']);
});

it('pauses ten times as long as saving takes, and five seconds at most', async () => {
  const { clock, saving, attempts } = startSaving();
  saving.note();
  await clock.pass(200);
  for (const [index, [takes, pause]] of [
    [10, 200],
    [50, 500],
    [3000, 5000],
    [0, 200],
  ].entries()) {
    await clock.turn(takes ?? NaN);
    saving.note();
    attempts[index]?.succeed();
    await clock.pass(pause ?? NaN);
  }
  attempts.at(-1)?.succeed();
  await saving.close();
  expect(attempts.length).toBe(5);
});
