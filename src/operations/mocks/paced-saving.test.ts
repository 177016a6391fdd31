import { expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '../../errors.js';
import { PacedSaving } from './paced-saving.js';

interface Attempt {
  readonly succeed: () => void;
  readonly fail: (message: string) => void;
}

/** Each attempt to save waits until the test ends it. */
function startSaving(): { saving: PacedSaving; attempts: Attempt[]; problems: string[] } {
  const attempts: Attempt[] = [];
  const problems: string[] = [];
  const save = (): Promise<void> =>
    new Promise((succeed, refuse) => {
      attempts.push({ succeed, fail: (message) => refuse(new ServiceError('input', message)) });
    });
  const saving = new PacedSaving(save, (message) => problems.push(message));
  return { saving, attempts, problems };
}

it('is pending from a change until it is saved', async () => {
  const { saving, attempts } = startSaving();
  expect(saving.isPending).toBe(false);
  saving.note();
  saving.note();
  expect(saving.isPending).toBe(true);
  await expect.poll(() => attempts.length).toBe(1);
  expect(saving.isPending).toBe(true);
  attempts[0]?.succeed();
  await expect.poll(() => saving.isPending).toBe(false);
  await saving.close();
  expect(attempts.length).toBe(1);
});

it('saves what changes meanwhile in another attempt', async () => {
  const { saving, attempts } = startSaving();
  saving.note();
  await expect.poll(() => attempts.length).toBe(1);
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
  const { saving, attempts, problems } = startSaving();
  onTestFinished(() => saving.close());
  const end = async (index: number, how: (attempt: Attempt) => void): Promise<void> => {
    await expect.poll(() => attempts.length).toBe(index + 1);
    const { [index]: attempt } = attempts;
    if (attempt) how(attempt);
  };
  saving.note();
  await end(0, (attempt) => attempt.fail('the disk is full'));
  await end(1, (attempt) => attempt.fail('the disk is full'));
  await end(2, (attempt) => attempt.fail('the folder is gone'));
  await end(3, (attempt) => attempt.succeed());
  await expect.poll(() => saving.isPending).toBe(false);
  expect(problems).toEqual(['the disk is full', 'the folder is gone']);
  saving.note();
  await end(4, (attempt) => attempt.fail('the folder is gone'));
  await end(5, (attempt) => attempt.succeed());
  await expect.poll(() => saving.isPending).toBe(false);
  expect(problems).toEqual(['the disk is full', 'the folder is gone', 'the folder is gone']);
});
