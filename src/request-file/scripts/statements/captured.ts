/** Turns values that a script stores into captures and into values of variables. */
import type { CaptureAlternative, CapturedValue } from '../../model/model.js';
import { patternProblem } from '../../expressions/parse-subject.js';
import { cutPattern } from '../../expressions/parse-subject.js';
import { COLLECTED } from '../checks/comparisons.js';
import { unknown, type Unknown, type Value } from '../values/script-values.js';
import { jsonPathText, sourceOf } from '../values/subjects.js';
import { templateText } from '../values/written-values.js';

export interface Captured {
  readonly value: CapturedValue;
  readonly or: readonly CaptureAlternative[];
}

export function capturedValue(value: Value): Captured | Unknown {
  if (value.kind !== 'or') return single(value);
  const [first, rest] = [capturedValue(value.first), value.second];
  if ('kind' in first) return first;
  const alternative = alternativeOf(value.operator, rest);
  return 'kind' in alternative ? alternative : { value: first.value, or: [...first.or, alternative] };
}

function alternativeOf(operator: '??' | '||', value: Value): CaptureAlternative | Unknown {
  if (value.kind === 'json' && (typeof value.value !== 'string' || !value.value.includes('{{')))
    return { operator, literal: value.value };
  if (value.kind === 'undefined') return { operator, literal: null };
  const found = single(value);
  return 'kind' in found ? found : { operator, ...found.value };
}

const captured = (value: CapturedValue): Captured => ({ value, or: [] });

function single(value: Value): Captured | Unknown {
  switch (value.kind) {
    case 'unknown':
      return value;
    case 'and':
      return single({ kind: 'subject', subject: value.subject });
    case 'subject': {
      if (value.subject.isCollected === true) return unknown(COLLECTED);
      const source = sourceOf(value.subject);
      return source ? captured(source) : unknown('stores a value whose place cannot be written');
    }
    case 'number':
      return value.of.kind === 'json' ? asTemplate(value) : single(value.of);
    case 'text':
      return value.of.kind === 'subject' ? single(value.of) : asTemplate(value);
    case 'match': {
      const source = sourceOf(value.subject);
      const { source: pattern, flags } = cutPattern(value.pattern);
      if (!source || patternProblem(pattern, flags) !== undefined || value.pattern.includes('{{'))
        return unknown('stores a part of a text that cannot be written');
      return captured({ ...source, match: value.pattern });
    }
    case 'found':
      return found(value);
    case 'undefined':
      return unknown('removes a variable');
    case 'json':
      return value.value === null ? unknown('removes a variable') : asTemplate(value);
    default:
      return asTemplate(value);
  }
}

function asTemplate(value: Value): Captured | Unknown {
  const text = variableText(value);
  return typeof text === 'string' ? captured({ source: 'text', path: text }) : text;
}

/** The value of a variable as text with placeholders; lists and objects as JSON. */
export function variableText(value: Value): string | Unknown {
  if (value.kind === 'unknown') return value;
  const isData =
    value.kind === 'list' ||
    value.kind === 'object' ||
    (value.kind === 'json' && typeof value.value === 'object');
  const text = templateText(isData ? { kind: 'text', of: value, isJson: true } : value);
  return text ?? unknown('stores a value that only the script has');
}

/** The first element whose member has that value. */
function found({ list, key, value, steps, isList }: Value & { readonly kind: 'found' }): Captured | Unknown {
  if (isList || list.element !== undefined)
    return unknown('stores a list of elements that were searched for');
  const filter = `?@${jsonPathText(key).slice(1)} == ${JSON.stringify(value)}`;
  const path = `${jsonPathText(list.steps)}[${filter}]${jsonPathText(steps).slice(1)}`;
  if (path.includes('{{')) return unknown('searches for an element with a value that cannot be written');
  return captured({ source: 'jsonpath', path, first: true });
}
