import { VERDICTS } from '../../runner/outcome/result-columns.js';
import { Type } from '../../primitives/shapes/type.js';
import { requestResult } from './run-result-schema.js';

const source = Type.Enum(['memory', 'history'], {
  description: 'From memory with everything; from the history with what it stores, redacted.',
});
const endedAt = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

export const resultSummary = Type.Object(
  {
    file: Type.String(),
    name: Type.String(),
    line: Type.Integer({ description: 'When it was run; 0 when it comes from the history.' }),
    method: Type.String(),
    url: Type.String(),
    verdict: Type.Enum([...VERDICTS]),
    statusCode: Type.Integer({ description: '0 without a response.' }),
    duration: Type.Integer({ description: 'milliseconds' }),
    size: Type.Integer({ description: 'bytes; 0 when it comes from the history' }),
    assertions: count,
    failedAssertions: count,
    error: Type.String(),
    skipReason: Type.String(),
    environment: Type.String(),
    endedAt,
    source,
    executionId: Type.String({ description: 'Empty when it comes from the history.' }),
    index: Type.Integer({ minimum: 0, description: 'The position in its run.' }),
    occurrence: Type.Integer({
      minimum: 1,
      description: 'Counts the results of one name in a run: unnamed requests may share one.',
    }),
  },
  { title: 'ResultSummary' },
);

export const fileTotals = Type.Object(
  {
    file: Type.String(),
    passed: count,
    failed: count,
    skipped: count,
    cancelled: count,
    requests: Type.Integer({
      minimum: 0,
      description: 'That were run; a request with rows of data has several results.',
    }),
    duration: Type.Integer({ description: 'milliseconds, the sum' }),
    endedAt,
  },
  { title: 'FileTotals' },
);

/** With a file the results of its requests, else the totals of all files. */
export const lastResults = Type.Union([
  Type.Object({ results: Type.Array(resultSummary) }, { title: 'LastResults' }),
  Type.Object({ files: Type.Array(fileTotals) }, { title: 'LastTotals' }),
]);

export const lastResult = Type.Object(
  { ...requestResult.properties, endedAt, environment: Type.String(), source },
  { title: 'LastResult' },
);
