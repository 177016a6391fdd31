import { Type } from '../../primitives/shapes/type.js';

const additive = { additive: true };
const count = Type.Integer({ minimum: 0 });
const number = Type.Number({ minimum: 0 });
const instant = Type.Union([number, Type.Null()], { description: 'seconds since the start of the load' });

/** The workers of a running test. */
export const workerUpdates = Type.Array(
  Type.Object({
    name: Type.String(),
    state: Type.Enum(['ready', 'load', 'drain', 'done', 'lost']),
    total: count,
    rps: number,
    lagP99Ms: number,
  }),
  { ...additive, description: 'Only of a test with workers.' },
);

/** The fields of a result that only a test with workers has. */
export const distributedFields = {
  runId: Type.Optional(Type.String({ ...additive, description: 'This and the next fields: with workers.' })),
  startSpreadMs: Type.Optional(
    Type.Number({ minimum: 0, ...additive, description: 'How far apart the workers started.' }),
  ),
  missingCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      ...additive,
      description: 'Planned iterations whose outcome is unknown.',
    }),
  ),
  adoptedCount: Type.Optional(Type.Integer({ minimum: 0, ...additive })),
  workers: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        threads: count,
        totalRequests: count,
        errorCount: count,
        avgRps: number,
        droppedCount: count,
        missingCount: count,
        lagP99Ms: number,
        cpuPercent: number,
        clockErrorMs: number,
        lostAt: instant,
        backAt: instant,
        adoptedBy: Type.Array(Type.String()),
      }),
      additive,
    ),
  ),
};

/** The fields of a verdict that only a test with workers has. */
export const distributedValidity = {
  startSpreadMs: Type.Optional(number),
  missingSends: Type.Optional(count),
};
