import { durationText } from '../primitives/duration.js';
import type { LoadPlan, LoadTestDocument } from './load-test-document.js';

/** Says in what two tests were not the same test; what a file does not tell is not compared. */
export function describeDifferences(
  baseline: LoadTestDocument,
  current: LoadTestDocument,
): readonly string[] {
  return [
    ...differ('the mode', modeText(baseline), modeText(current)),
    ...differ('the list of stages', quoted(baseline.stages), quoted(current.stages)),
    ...(baseline.plan && current.plan
      ? planDifferences(baseline.plan, current.plan)
      : [...lengthDifference(baseline, current), ...rateDifference(baseline, current)]),
    ...requestDifferences(baseline, current),
    ...[baseline, current].flatMap(shortcomings),
  ];
}

function planDifferences(before: LoadPlan, after: LoadPlan): readonly string[] {
  const time = (field: 'duration' | 'rampUp' | 'thinkTime', name: string): readonly string[] =>
    differ(name, durationText(before[field]), durationText(after[field]));
  return [
    ...(before.rate > 0 && after.rate > 0 ? differ('the rate', `${before.rate}/s`, `${after.rate}/s`) : []),
    ...(before.vus > 0 && after.vus > 0 ? differ('the number of users', before.vus, after.vus) : []),
    ...time('duration', 'the duration'),
    ...time('rampUp', 'the ramp-up'),
    ...time('thinkTime', 'the think time'),
    ...differ('the list of files', listText(before.files), listText(after.files)),
    ...differ('the environment', quoted(before.environment), quoted(after.environment)),
  ];
}

/** Measured durations include the last responses, so small differences tell nothing. */
function lengthDifference(before: LoadTestDocument, after: LoadTestDocument): readonly string[] {
  const difference = Math.abs(before.duration - after.duration);
  const isSmall = difference <= 1 || difference * 10 <= Math.max(before.duration, after.duration);
  if (isSmall) return [];
  return differ('the duration', durationText(before.duration * 1000), durationText(after.duration * 1000));
}

/** A file does not tell the rate that was planned, but what was sent shows it. */
function rateDifference(before: LoadTestDocument, after: LoadTestDocument): readonly string[] {
  if (before.mode !== 'rate' || after.mode !== 'rate') return [];
  const [first, second] = [before.sentRate, after.sentRate];
  const isSmall = Math.abs(first - second) * 10 <= Math.max(first, second);
  return isSmall ? [] : differ('the rate', `about ${roundedRate(first)}/s`, `about ${roundedRate(second)}/s`);
}

function roundedRate(rate: number): number {
  return Number(rate.toPrecision(2));
}

function requestDifferences(before: LoadTestDocument, after: LoadTestDocument): readonly string[] {
  const names = [before, after].map(({ requests }) => requests.map(({ name }) => name));
  const [first = [], second = []] = names.map((list, side) => {
    const others = new Set(names[1 - side]);
    return list.filter((name) => !others.has(name));
  });
  return [
    ...(first.length > 0 ? [`only ${before.shown} has the requests ${listText(first)}`] : []),
    ...(second.length > 0 ? [`only ${after.shown} has the requests ${listText(second)}`] : []),
  ];
}

function shortcomings({ shown, isValid, isStopped }: LoadTestDocument): readonly string[] {
  return [
    ...(isValid ? [] : [`${shown} is invalid: the generator did not keep up`]),
    ...(isStopped ? [`${shown} was stopped early`] : []),
  ];
}

function differ(what: string, before: string | number, after: string | number): readonly string[] {
  return before === after ? [] : [`${what} differs: ${before} and ${after}`];
}

function modeText({ mode }: LoadTestDocument): string {
  return mode === 'vus' ? 'virtual users' : 'a rate';
}

const MAX_NAMES = 5;

function listText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

function quoted(name: string): string {
  return name === '' ? 'none' : name;
}
