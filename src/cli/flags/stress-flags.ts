import { METRICS, parseThresholdList, type Threshold } from '../../primitives/threshold.js';
import { switchFlag, type FlagValue } from './flag.js';
import { durationFlag, numberFlag, parsedFlag, textFlag } from './value-flags.js';

const group = 'Load';

export const STRESS_FLAGS = {
  duration: durationFlag('length of the load phase', { short: 'd', shownDefault: '30s', zero: false, group }),
  rate: numberFlag(
    'requests per second, on a fixed schedule',
    { exclusiveMinimum: 0, maximum: 100_000 },
    { short: 'r', value: 'number', shownDefault: '10', group },
  ),
  vus: numberFlag(
    'virtual users instead of a rate',
    { type: 'integer', minimum: 1, maximum: 10_000 },
    { value: 'number', group },
  ),
  'max-vus': numberFlag(
    'maximum number of simultaneous iterations',
    { type: 'integer', minimum: 1, maximum: 10_000 },
    { value: 'number', shownDefault: '100', group },
  ),
  'think-time': durationFlag('pause of a virtual user after each iteration', {
    shownDefault: '0s',
    zero: true,
    group,
  }),
  'ramp-up': durationFlag('time to reach the full load', { shownDefault: '0s', zero: true, group }),
  threshold: parsedFlag(
    `such as p95<200ms,errors<1%; of ${METRICS.join(', ')}`,
    { value: 'limits', group },
    readThresholds,
  ),
  profile: textFlag('a profile of service.yaml; other flags override it', {
    value: 'name',
    complete: 'profiles',
    group,
  }),
  seed: parsedFlag(
    'seed that makes the choice of requests repeatable',
    { value: 'integer', group },
    readSeed,
  ),
  'stress-json': switchFlag('same as --output json', { group }),
  'require-valid': switchFlag('fail when the measurement is invalid', { group }),
  'metrics-file': textFlag('file for one line of JSON per second', { value: 'path', group }),
  'metrics-port': numberFlag(
    'OpenMetrics at http://127.0.0.1:<port>/metrics; 0 takes a free port',
    { type: 'integer', minimum: 0, maximum: 65_535 },
    { value: 'port', group },
  ),
} as const;

function readThresholds(text: string): FlagValue<readonly Threshold[]> {
  const list = parseThresholdList(text);
  return 'reason' in list ? { problem: list.reason } : { value: list };
}

function readSeed(text: string): FlagValue<number> {
  const value = /^-?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? { problem: 'use a whole number' } : { value };
}
