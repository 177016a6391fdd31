import { METRICS, parseThresholdList, type Threshold } from '../../primitives/threshold.js';
import { LABEL_RULE, STRESS_LABEL } from '../../stress/plan/stress-options.js';
import { flagGroup, switchFlag, type FlagValue } from './flag.js';
import { PORT_LIMITS } from './listening-flags.js';
import { durationFlag, numberFlag, parsedFlag, textFlag } from './value-flags.js';

const USER_LIMITS = { type: 'integer', minimum: 1, maximum: 10_000 } as const;

export const STRESS_FLAGS = flagGroup('Load', {
  duration: durationFlag('length of the load phase', { short: 'd', shownDefault: '30s', zero: false }),
  rate: numberFlag(
    'requests per second, on a fixed schedule',
    { exclusiveMinimum: 0, maximum: 100_000 },
    { short: 'r', shownDefault: '10' },
  ),
  vus: numberFlag('virtual users instead of a rate', USER_LIMITS),
  'max-vus': numberFlag('maximum number of simultaneous iterations', USER_LIMITS, { shownDefault: '100' }),
  'think-time': durationFlag('pause of a virtual user after each iteration', {
    shownDefault: '0s',
    zero: true,
  }),
  'ramp-up': durationFlag('time to reach the full load', { shownDefault: '0s', zero: true }),
  threshold: parsedFlag(
    `such as p95<200ms,errors<1%; of ${METRICS.join(', ')}`,
    { value: 'limits' },
    readThresholds,
  ),
  profile: textFlag('a profile of service.yaml; other flags override it', {
    value: 'name',
    complete: 'profiles',
  }),
  seed: parsedFlag('seed that makes the choice of requests repeatable', { value: 'integer' }, readSeed),
  label: parsedFlag('name of the test in the history', { value: 'name' }, readLabel),
  'stress-json': switchFlag('same as --output json'),
  'require-valid': switchFlag('fail when the measurement is invalid'),
  'metrics-file': textFlag('file for one line of JSON per second', { value: 'path' }),
  'metrics-port': numberFlag(
    'OpenMetrics at http://127.0.0.1:<port>/metrics; 0 takes a free port',
    PORT_LIMITS,
    { value: 'port' },
  ),
} as const);

function readThresholds(text: string): FlagValue<readonly Threshold[]> {
  const list = parseThresholdList(text);
  return 'reason' in list ? { problem: list.reason } : { value: list };
}

function readSeed(text: string): FlagValue<number> {
  const value = /^-?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? { problem: 'use a whole number' } : { value };
}

function readLabel(text: string): FlagValue<string> {
  return new RegExp(STRESS_LABEL).test(text) ? { value: text } : { problem: `use ${LABEL_RULE}` };
}
