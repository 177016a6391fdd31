/** Describes the result of a load test in words. */
import type { StressResult } from '../../../../src/server/api-types.js';

type Measurement = Pick<StressResult['thresholds'][number], 'metric' | 'actual' | 'measured'>;

export interface Statement {
  readonly kind: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string;
}

export function describeVerdict(result: StressResult): Statement {
  const { error, thresholds, totalRequests, statusCodes, aborted, find } = result;
  if (aborted) return describeAbort(aborted);
  if (find && find.steps.length > 0 && error === '') return describeSearch(find);
  if (error !== '' && totalRequests > 0) {
    // A load thread may also fail after responses have arrived.
    const hasResponses = Object.keys(statusCodes).length > 0;
    const title = hasResponses ? 'The test failed' : 'No request got a response';
    return { kind: 'bad', title, text: sentences([error]) };
  }
  if (error !== '') {
    const isSetup = error.startsWith('setup request ');
    const hint = isSetup ? ' Setup requests run once before the load, and all of them have to pass.' : '';
    return { kind: 'bad', title: 'The load did not start', text: sentences([error]) + hint };
  }
  if (totalRequests === 0) {
    return { kind: 'bad', title: 'Nothing was measured', text: 'No request was finished before the end.' };
  }
  const missed = thresholds.filter(({ passed }) => !passed);
  if (missed.length > 0) {
    const texts = missed.map(
      (each) =>
        `${METRIC_NAMES[each.metric] ?? each.metric}: ${actualText(each)}, the limit is ${each.threshold}.`,
    );
    const all =
      thresholds.length === 1
        ? 'The threshold was'
        : `${missed.length} of ${thresholds.length} thresholds were`;
    return { kind: 'bad', title: `${all} missed`, text: texts.join(' ') };
  }
  if (thresholds.length > 0) {
    const title =
      thresholds.length === 1 ? 'The threshold was met' : `All ${thresholds.length} thresholds were met`;
    return { kind: 'good', title, text: 'The target is as fast and as reliable as required.' };
  }
  return {
    kind: 'open',
    title: 'Measured without thresholds: nothing could fail',
    text: 'Set thresholds in the form, for example p95 at 250ms, and the next test passes or fails.',
  };
}

function describeAbort(aborted: NonNullable<StressResult['aborted']>): Statement {
  const { metric, threshold, actual, at, window } = aborted;
  const value = actualText({ metric, actual, measured: actual > 0 });
  return {
    kind: 'bad',
    title: 'A limit stopped the test',
    text: `${METRIC_NAMES[metric] ?? metric}: ${value} over the last ${secondsText(window)}, the limit is ${threshold}; after ${secondsText(at)}.`,
  };
}

const ENDS: Readonly<Record<NonNullable<StressResult['find']>['limitedBy'], string>> = {
  target: 'At the next higher rate the target broke a limit.',
  generator: 'At higher rates this machine was too slow; the target may take more.',
  slots: 'At higher rates all slots were busy; allow more at once.',
  range: 'That is the highest rate that was to be tried; the target may take more.',
  budget: 'The search ended before a closer answer.',
};

function describeSearch({ rate, limitedBy }: NonNullable<StressResult['find']>): Statement {
  const title = rate === 0 ? 'No rate keeps the limits' : `The target takes ${numberText(rate)} per second`;
  const text = rate === 0 && limitedBy === 'target' ? 'Even the lowest rate broke a limit.' : ENDS[limitedBy];
  return { kind: rate === 0 ? 'bad' : 'good', title, text };
}

export function describeValidity({ validity, totalRequests }: StressResult): Statement {
  const { valid, reasons, lagP99Ms, cpuPercent } = validity;
  if (valid) {
    return {
      kind: 'good',
      title: 'The numbers can be trusted',
      text: `The generator kept up: 99 of 100 requests were sent within ${latencyText(lagP99Ms)} of their time, with ${Math.round(cpuPercent)} % CPU per load thread.`,
    };
  }
  if (totalRequests === 0) return { kind: 'open', title: 'There are no numbers', text: sentences(reasons) };
  return {
    kind: 'bad',
    title: 'The numbers reflect this machine, not only the target',
    text: `${sentences(reasons)} Lower the rate, allow more at once, or send from a less busy machine.`,
  };
}

function sentences(reasons: readonly string[]): string {
  return reasons.map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`).join(' ');
}

export const METRIC_NAMES: Readonly<Record<string, string>> = {
  p50: 'p50 latency',
  p95: 'p95 latency',
  p99: 'p99 latency',
  max: 'slowest',
  mean: 'mean latency',
  errors: 'errors',
  rps: 'requests per second',
};

/** The actual value of a threshold, in its own unit. */
export function actualText({ metric, actual, measured }: Measurement): string {
  if (!measured) return 'no data';
  if (metric === 'errors') return `${numberText(actual)} %`;
  return metric === 'rps' ? `${numberText(actual)} per second` : latencyText(actual);
}

const KINDS: Readonly<Record<string, string>> = {
  assertion: 'the response was not as expected',
  dns: 'the name of the host was not found',
  connect: 'no connection',
  tls: 'no secure connection',
  timeout: 'no response in time',
  reset: 'the connection broke',
  proxy: 'the proxy refused',
  redirects: 'too many redirects',
  bodyLimit: 'the response was too large',
  decode: 'the response could not be decoded',
  protocol: 'the response was not HTTP',
  auth: 'could not authenticate',
  file: 'a file could not be read',
  cancelled: 'cut off at the end',
  variable: 'a variable had no value',
  other: 'other errors',
};

export function kindText(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? kind) : kind;
}

/** Shows about three significant digits. */
export function latencyText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  const digits = milliseconds >= 100 ? 0 : milliseconds >= 10 ? 1 : 2;
  return `${milliseconds.toFixed(digits)} ms`;
}

export function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

export function percentText(share: number): string {
  return `${numberText(share * 100)} %`;
}

export function secondsText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  const minutes = `${Math.floor((whole % 3600) / 60)} min`;
  return whole < 3600 ? `${minutes} ${whole % 60} s` : `${Math.floor(whole / 3600)} h ${minutes}`;
}
