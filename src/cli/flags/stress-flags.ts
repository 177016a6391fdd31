import { METRICS, parseThresholdList, type Threshold } from '../../primitives/threshold.js';
import { switchFlag, type FlagValue } from './flag.js';
import { durationFlag, numberFlag, readFlag, textFlag } from './value-flags.js';

const group = 'Load';

/** The flags of cli.md 6.8. */
export const STRESS_FLAGS = {
  duration: durationFlag('length of the load phase', { short: 'd', shownDefault: '30s', zero: false, group }),
  rate: numberFlag(
    'planned requests per second, by a fixed schedule',
    { above: 0, most: 100_000 },
    { short: 'r', value: 'number', shownDefault: '10', group },
  ),
  vus: numberFlag(
    'virtual users instead of a rate',
    { whole: true, least: 1, most: 10_000 },
    { value: 'number', group },
  ),
  'max-vus': numberFlag(
    'most iterations in flight',
    { whole: true, least: 1, most: 10_000 },
    { value: 'number', shownDefault: '100', group },
  ),
  'think-time': durationFlag('pause of a user after each iteration', {
    shownDefault: '0s',
    zero: true,
    group,
  }),
  'ramp-up': durationFlag('time to grow to the full load', { shownDefault: '0s', zero: true, group }),
  threshold: readFlag(
    `such as p95<200ms,errors<1%; of ${METRICS.join(', ')}`,
    { value: 'limits', group },
    readThresholds,
  ),
  profile: textFlag('a profile of service.yaml; other flags win over it', {
    value: 'name',
    complete: 'profiles',
    group,
  }),
  seed: readFlag('makes the choice of requests repeatable', { value: 'integer', group }, readSeed),
  'stress-json': switchFlag('the same as --output json', { group }),
  'require-valid': switchFlag('an invalid verdict fails', { group }),
  'metrics-file': textFlag('one line of JSON per second', { value: 'path', group }),
  'metrics-port': numberFlag(
    'OpenMetrics at http://127.0.0.1:<port>/metrics; 0 takes a free port',
    { whole: true, least: 0, most: 65_535 },
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
