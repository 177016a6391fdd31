/** Operators for texts; numbers and booleans count as their text. */
import { compilePattern, testPattern } from '../pattern/safe-pattern.js';
import { outcomeOf, scalarText, unfit, type OperatorCheck, type Outcome } from './operator.js';

export const startsWith = onText((text, start) => text.startsWith(start));
export const endsWith = onText((text, end) => text.endsWith(end));

function onText(holds: (text: string, expected: string) => boolean): OperatorCheck {
  return (actual, expected) => {
    const text = scalarText(actual);
    if (text === undefined) return unfit('the value is not text');
    if (typeof expected.value === 'object' && expected.value !== null)
      return unfit('the expected value is not text');
    return outcomeOf(holds(text, expected.text));
  };
}

export const matches: OperatorCheck = (actual, { pattern }, { limits }) => {
  const text = scalarText(actual);
  if (text === undefined) return unfit('the value is not text');
  if (pattern === undefined) return unfit('there is no pattern');
  if (/[^ims]/.test(pattern.flags)) return unfit('the pattern has unknown flags');
  try {
    const found = testPattern(compilePattern(pattern.source, pattern.flags), text, limits);
    return typeof found === 'boolean' ? outcomeOf(found) : found.then(outcomeOf, failed);
  } catch (cause) {
    return failed(cause);
  }
};

function failed(cause: unknown): Outcome {
  return unfit(cause instanceof Error ? cause.message.slice(0, 200) : 'the pattern cannot be run');
}
