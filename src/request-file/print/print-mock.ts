/** The values of the `@mock.…` directives of a built request. */
import type { Conditional, MockDelay, MockFault } from '../model/model.js';
import { conditionsText } from './print-value.js';

/** The first comparison needs no word before it. */
export function mockWhenValue(conditions: Conditional): string {
  return conditionsText(conditions).replace(/^ when /, '');
}

export function mockDelayValue({ min, max }: MockDelay): string {
  return min === max ? wholeDuration(min) : `${wholeDuration(min)}..${wholeDuration(max)}`;
}

export function mockFaultValue(fault: MockFault): string {
  const share = fault.percent === 100 ? '' : ` ${fault.percent}%`;
  switch (fault.kind) {
    case 'status':
      return `status ${fault.status}${share}`;
    case 'slow-body':
      return `slow-body ${inLargestUnit(fault.bytesPerSecond, SIZES)}/s${share}`;
    default:
      return `${fault.kind}${share}`;
  }
}

function wholeDuration(milliseconds: number): string {
  return inLargestUnit(milliseconds, DURATIONS);
}

type Units = readonly (readonly [unit: string, size: number])[];

const DURATIONS: Units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];
const SIZES: Units = [
  ['MB', 1024 * 1024],
  ['KB', 1024],
  ['B', 1],
];

/** Directives take one number and one unit, so that the unit is the largest of which it is a whole number. */
function inLargestUnit(amount: number, units: Units): string {
  const [unit, size] = units.find(([, each]) => amount > 0 && amount % each === 0) ?? units.at(-1) ?? ['', 1];
  return `${amount / size}${unit}`;
}
