import { constantType, Type } from '../../primitives/shapes/type.js';

const count = Type.Ref('#/$defs/count');
const status = Type.Ref('#/$defs/status');
const milliseconds = (description: string) => Type.Ref('#/$defs/milliseconds', { description });
const ofDocument = milliseconds('of the document');
const ofTests = milliseconds('of its tests that were not skipped');

const summary = Type.Object({
  totalTests: count,
  improved: count,
  regressed: count,
  unchanged: count,
  newTests: count,
  removedTests: count,
  totalDuration1: ofDocument,
  totalDuration2: ofDocument,
  avgDuration1: ofTests,
  avgDuration2: ofTests,
  thresholdPercent: { description: 'null without --threshold', type: ['number', 'null'], minimum: 0 },
  thresholdPassed: Type.Boolean({ description: 'true without --threshold' }),
  noiseFloorMs: milliseconds('smaller differences are noise'),
  minChangeMs: milliseconds('--min-change'),
});

const comparison = Type.Object({
  testName: Type.String({ description: 'empty for unnamed requests' }),
  file: Type.String(),
  statusChange: Type.Enum(['improved', 'regressed', 'unchanged', 'new', 'removed']),
  status1: status,
  status2: status,
  duration1: milliseconds('0 when absent'),
  duration2: milliseconds('0 when absent'),
  durationChange: Type.Number({ description: 'percent; 0 when there is nothing to compare' }),
  overThreshold: Type.Boolean(),
  noise: Type.Boolean({ description: 'the durations differ, but by less than noiseFloorMs' }),
  runs1: count,
  runs2: count,
  pValue: {
    description: 'two-sided, of the Mann-Whitney U test; null unless a side has several runs',
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
  },
});

/** JSON Schema (draft 2020-12) of what `svc diff -o json` prints. */
export const DIFF_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Comparison by svc diff',
  ...Type.Object({
    schemaVersion: constantType(1),
    file1: Type.String({ description: 'the baseline, as it was given' }),
    file2: Type.String({ description: 'the current one' }),
    summary,
    comparisons: Type.Array(Type.Ref('#/$defs/comparison'), {
      description: 'in the order of the baseline, then new tests',
    }),
  }),
  $defs: {
    count: Type.Integer({ minimum: 0 }),
    milliseconds: Type.Number({ minimum: 0 }),
    status: Type.Enum(['passed', 'failed', 'skipped', 'absent']),
    comparison,
  },
} as const;
