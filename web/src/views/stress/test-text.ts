/** Stored load tests in words. */
import type { StressRun, StressRunSummary } from '../../../../src/server/api-types.js';
import { secondsText } from './result-text.js';

/** `Test 12: before-deploy`; a test without a label has its number only. */
export function testName({ id, label }: Pick<StressRunSummary, 'id' | 'label'>): string {
  return label === '' ? `Test ${id}` : `Test ${id}: ${label}`;
}

type Load = Pick<StressRunSummary, 'mode' | 'rate' | 'vus' | 'duration'>;

/** `50 per second, 2 min 0 s` */
export function loadText({ mode, rate, vus, duration }: Load): string {
  const users = vus === 1 ? '1 user' : `${vus} users`;
  return `${mode === 'rate' ? `${rate} per second` : users}, ${secondsText(duration)}`;
}

/** The load that a stored test asked for. */
export function plannedLoadText({ options }: Pick<StressRun, 'options'>): string {
  const { mode, rate = 0, vus = 0, duration, rampUp, stages, find } = options;
  if (find) return `search of the highest rate from ${rate} per second`;
  if (stages) return `${stages.length === 1 ? '1 stage' : `${stages.length} stages`}, ${duration}`;
  const users = vus === 1 ? '1 user' : `${vus} users`;
  const ramp = rampUp === '0' ? '' : `, ramp-up ${rampUp}`;
  return `${mode === 'rate' ? `${rate} per second` : users} for ${duration}${ramp}`;
}

type Checked = Pick<StressRunSummary, 'valid' | 'thresholdsPassed' | 'stopped' | 'totalRequests'>;

export function testVerdict(test: Checked): 'passed' | 'failed' | 'none' {
  if (!test.thresholdsPassed || test.totalRequests === 0) return 'failed';
  return test.stopped || !test.valid ? 'none' : 'passed';
}

export function verdictText({ valid, thresholdsPassed, stopped, totalRequests }: Checked): string {
  const remarks = [
    ...(totalRequests === 0 ? ['nothing measured'] : []),
    ...(thresholdsPassed ? [] : ['thresholds missed']),
    ...(stopped ? ['stopped early'] : []),
    ...(valid ? [] : ['the generator did not keep up']),
  ];
  return remarks.join(', ');
}
