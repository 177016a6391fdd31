import { Type } from '../../primitives/shapes/type.js';

const count = Type.Integer({ minimum: 0 });
const number = Type.Number({ minimum: 0 });
const numbers = Type.Record(Type.String(), Type.Number());

/** A search that is under way. */
export const stressFindProgress = Type.Object({
  step: Type.Integer({ minimum: 0, description: 'The number of the step, from 1.' }),
  rate: Type.Number({ description: 'The rate of the step.' }),
  low: Type.Number({ description: 'The highest rate that held; 0 when none did.' }),
  high: Type.Union([Type.Number(), Type.Null()], { description: 'The lowest rate that failed.' }),
});

export const stressFind = Type.Object({
  limits: Type.Record(Type.String(), Type.String()),
  rate: Type.Number({ description: 'The highest rate that held; 0 when none did.' }),
  limitedBy: Type.Enum(['target', 'generator', 'slots', 'range', 'budget']),
  failedAt: Type.Union([Type.Number(), Type.Null()], { description: 'The lowest rate that failed.' }),
  precision: Type.Number({ description: 'in percent' }),
  seconds: number,
  steps: Type.Array(
    Type.Object({
      rate: Type.Number(),
      verdict: Type.Enum(['held', 'generator', 'slots', 'broken']),
      seconds: number,
      totalRequests: count,
      errorPercent: number,
      values: numbers,
      lagP99Ms: number,
      cpuPercent: number,
      droppedCount: count,
    }),
  ),
});
