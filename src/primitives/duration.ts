/** Parses pairs of number and unit (`250ms`, `1.5s`, `1m30s`) or a single `0` to milliseconds. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!WHOLE.test(text)) return undefined;
  let total = 0;
  for (const [, number = '', unit = ''] of text.matchAll(PAIR)) total += inMilliseconds(number, unit);
  return total;
}

/** Describes why `parseDuration` refuses a text, as the end of a sentence. */
export function durationProblem(text: string): string | undefined {
  if (parseDuration(text) !== undefined) return undefined;
  if (NUMBER.test(text)) return `"${text}" has no unit; write ${text}ms, ${text}s, ${text}m or ${text}h`;
  return 'expected a duration such as 250ms, 1.5s or 1m30s';
}

/** The end of a message about a value that is a number without a unit; empty for any other value. */
export function unitAdvice(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && NUMBER.test(text) && parseDuration(text) === undefined
    ? `; ${durationProblem(text)}`
    : '';
}

/** The number of digits is limited, so that no number overflows to infinity. */
export const NUMBER_PATTERN = '[0-9]{1,15}(?:\\.[0-9]{1,15})?';
export const DURATION_PATTERN = `(?:${NUMBER_PATTERN}(?:ms|s|m|h))+`;

const WHOLE = new RegExp(`^${DURATION_PATTERN}$`);
const PAIR = new RegExp(`(${NUMBER_PATTERN})(ms|s|m|h)`, 'g');
const NUMBER = new RegExp(`^${NUMBER_PATTERN}$`);

/** Moves the decimal point in the text, because 2.3 * 1000 is not 2300 in binary. */
function inMilliseconds(number: string, unit: string): number {
  switch (unit) {
    case 'ms':
      return Number(number);
    case 's':
      return Number(`${number}e3`);
    case 'm':
      return Number(`${number}e3`) * 60;
    default:
      return Number(`${number}e3`) * 3600;
  }
}

/** Formats milliseconds as the shortest duration text: `1m30s`, `250ms`. */
export function durationText(milliseconds: number): string {
  let left = Math.round(milliseconds);
  let text = '';
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0' : text;
}

const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;
