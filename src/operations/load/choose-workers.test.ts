import { expect, it } from 'vitest';
import { chooseWorkers } from './choose-workers.js';

it('prefers what was asked for to the profile, and the profile to the defaults', () => {
  const profile = { duration: '1s', workers: 4, minWorkers: 2, onLoss: 'stop' } as const;
  expect(chooseWorkers({}, undefined)).toEqual({ wanted: 'all', least: 1, labels: [], onLoss: 'continue' });
  expect(chooseWorkers({ workers: 3 }, undefined)).toMatchObject({ wanted: 3, least: 3 });
  expect(chooseWorkers({}, profile)).toEqual({ wanted: 4, least: 2, labels: [], onLoss: 'stop' });
  expect(
    chooseWorkers({ workers: 'all', minWorkers: 7, workerLabels: ['eu'], onLoss: 'continue' }, profile),
  ).toEqual({ wanted: 'all', least: 7, labels: ['eu'], onLoss: 'continue' });
  const nameOf = (field: string): string => `--${field}`;
  expect(() => chooseWorkers({ workers: 1 }, profile, nameOf)).toThrow(
    '--minWorkers must be at most --workers, which is 1',
  );
});
