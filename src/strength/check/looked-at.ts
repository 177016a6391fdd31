/** Which parts of a response a check looks at, so that a change of another part need not be checked. */
import { resolveComparison, type ResolvedComparison } from '../../evaluation/comparison.js';
import { captureSubject } from '../../evaluation/take-capture.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { readPath } from '../../request-file/expressions/parse-path.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';
import { comparisonsOf, needsResponse } from '../../request-file/model/all-checks.js';
import type { Capture, CapturedValue, Conditional } from '../../request-file/model/model.js';

export interface LookedAt {
  readonly status: boolean;
  /** Names in lower case. */
  readonly headers: readonly string[] | 'all';
  /** The ways to values in the body; the empty way leads to the whole body. */
  readonly body: readonly (readonly string[])[];
  /** Whether the bytes of the body count, and not only its text. */
  readonly bytes: boolean;
}

const NOTHING: LookedAt = { status: false, headers: [], body: [], bytes: false };
const WHOLE_BODY: LookedAt = { ...NOTHING, body: [[]] };
const EVERYTHING: LookedAt = { status: true, headers: 'all', body: [[]], bytes: false };

export function assertionLooksAt({ compiled, isLate, conditions }: ResolvedAssertion): LookedAt {
  const own = isLate ? EVERYTHING : subjectLooksAt(compiled.subject);
  if (conditions === undefined) return own;
  return joined([own, ...[...conditions.when, ...conditions.unless.flat()].map(comparisonLooksAt)]);
}

/** What the value of a capture, and whether it is taken at all, depends on. */
export function captureLooksAt(capture: Capture, scope: Scope): LookedAt {
  const sources = [capture, ...(capture.or ?? [])].map((each) =>
    'literal' in each ? NOTHING : sourceLooksAt(each),
  );
  return joined([...sources, conditionLooksAt(capture, scope)]);
}

function sourceLooksAt(captured: CapturedValue): LookedAt {
  const { source, path } = captured;
  if (source === 'text') return needsResponse(path) ? EVERYTHING : NOTHING;
  return subjectLooksAt(captureSubject(captured, source));
}

/** A condition that cannot be resolved does not hold, whatever the response is. */
function conditionLooksAt(item: Conditional, scope: Scope): LookedAt {
  return joined(
    comparisonsOf(item).map((comparison) => {
      try {
        return comparisonLooksAt(resolveComparison(comparison, scope));
      } catch {
        return NOTHING;
      }
    }),
  );
}

function comparisonLooksAt({ compiled, isLate }: ResolvedComparison): LookedAt {
  return isLate ? EVERYTHING : subjectLooksAt(compiled.subject);
}

export function subjectLooksAt(subject: Subject): LookedAt {
  switch (subject.kind) {
    case 'status':
      return { ...NOTHING, status: true };
    case 'headers':
      return { ...NOTHING, headers: 'all' };
    case 'header':
      return { ...NOTHING, headers: [subject.name.toLowerCase()] };
    case 'cookie':
      return { ...NOTHING, headers: ['set-cookie'] };
    case 'body':
      return { ...NOTHING, body: [wayTo(subject.path)] };
    case 'size':
    case 'sha256':
      return { ...WHOLE_BODY, bytes: true };
    case 'jsonpath':
    case 'xpath':
    case 'regex':
      return WHOLE_BODY;
    case 'duration':
    case 'url':
    case 'variable':
      return NOTHING;
  }
}

/** Ends before a step whose place depends on the list: `[*]` and positions from the end. */
function wayTo(path: string): readonly string[] {
  const reading = readPath(path);
  const way: string[] = [];
  if (!reading.ok) return way;
  for (const step of reading.steps) {
    if (step.kind === 'all' || (step.kind === 'index' && step.index < 0)) break;
    way.push(step.kind === 'key' ? step.key : String(step.index));
  }
  return way;
}

function joined(parts: readonly LookedAt[]): LookedAt {
  return {
    status: parts.some(({ status }) => status),
    headers: parts.some(({ headers }) => headers === 'all')
      ? 'all'
      : parts.flatMap(({ headers }) => (headers === 'all' ? [] : headers)),
    body: parts.flatMap(({ body }) => body),
    bytes: parts.some(({ bytes }) => bytes),
  };
}
