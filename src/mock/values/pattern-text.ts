/** Creates texts for `regex` assertions and captures, which read the body by a pattern. */
import { samplePattern } from '../../evaluation/json-schema/sample/sample-pattern.js';
import { compilePattern, firstGroup } from '../../evaluation/pattern/safe-pattern.js';
import { textOf } from '../../evaluation/values/json.js';
import { escapePattern } from '../../primitives/text/escape-pattern.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';
import { HOLDS_WITHOUT_VALUE, satisfiesAll, type Constraint } from './constraint.js';
import { sampleValues } from './sample-value.js';

export interface PatternConstraint extends Constraint {
  readonly subject: Extract<Subject, { readonly kind: 'regex' }>;
}

export function patternConstraints(constraints: readonly Constraint[]): readonly PatternConstraint[] {
  return constraints.flatMap((constraint) => {
    const { subject, operator } = constraint;
    return subject.kind === 'regex' && !HOLDS_WITHOUT_VALUE.has(operator) ? [{ ...constraint, subject }] : [];
  });
}

/** One line for each pattern for which a text is found. */
export async function patternText(constraints: readonly PatternConstraint[]): Promise<string> {
  const lines: string[] = [];
  for (const constraint of constraints) {
    // One text may satisfy several patterns.
    if (await satisfiesPatterns(lines.join('\n'), [constraint])) continue;
    for (const text of candidates(constraint)) {
      if (!(await satisfiesPatterns(text, [constraint]))) continue;
      lines.push(text);
      break;
    }
  }
  return lines.join('\n');
}

export async function satisfiesPatterns(
  text: string,
  constraints: readonly PatternConstraint[],
): Promise<boolean> {
  for (const constraint of constraints) {
    const found = await groupIn(text, constraint);
    if (found === undefined || !(await satisfiesAll([constraint], () => found))) return false;
  }
  return true;
}

async function groupIn(text: string, { subject, limits }: PatternConstraint): Promise<string | undefined> {
  try {
    return await firstGroup(compilePattern(subject.pattern, subject.flags), text, limits);
  } catch {
    limits.signal?.throwIfAborted();
    // An invalid pattern, or one that takes too long, is reported when the response is checked.
    return undefined;
  }
}

function* candidates(constraint: PatternConstraint): Generator<string> {
  const { pattern } = constraint.subject;
  for (const source of [pattern, ...sources(constraint)]) {
    const text = samplePattern(source);
    if (text !== undefined) yield text;
  }
}

/** The pattern with values that the assertion may want in place of its first group. */
function* sources(constraint: PatternConstraint): Generator<string> {
  const { pattern } = constraint.subject;
  const [start, end] = firstGroupRange(pattern) ?? [0, pattern.length];
  for (const value of sampleValues([constraint])) {
    const literal = escapePattern(textOf(value));
    yield pattern.slice(0, start) + literal + pattern.slice(end);
  }
}

/** Where the first capturing group stands in the source of a pattern. */
function firstGroupRange(source: string): readonly [number, number] | undefined {
  let start: number | undefined;
  let depth = 0;
  let isInSet = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (isInSet) isInSet = character !== ']';
    else if (character === '[') isInSet = true;
    else if (character === '(') {
      if (start === undefined && /^\((?!\?)|^\(\?<(?![=!])/.test(source.slice(at, at + 4))) start = at;
      if (start !== undefined) depth++;
    } else if (character === ')' && start !== undefined && --depth === 0) return [start, at + 1];
  }
  return undefined;
}
