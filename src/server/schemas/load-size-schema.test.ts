import { expect, it } from 'vitest';
import { shapeProblems, type Shape } from '../../primitives/shapes/check-shape.js';
import { workerLabels } from './load-size-schema.js';

it('a load test can ask for workers by at most 16 labels', () => {
  const problems = (count: number) =>
    Array.from(
      shapeProblems(
        workerLabels as Shape,
        Array.from({ length: count }, (_, at) => `label-${at}`),
      ),
    );
  expect(problems(16)).toEqual([]);
  expect(problems(17)).toMatchObject([{ keyword: 'maxItems' }]);
  expect((workerLabels as Shape).rule).toBe('an array of at most 16 labels');
});
