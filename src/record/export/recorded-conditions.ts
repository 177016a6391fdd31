/** What tells one of several requests with the same method and path from the others, as conditions of a mock server. */
import { parseJson } from '../../evaluation/values/json.js';
import { entriesOf } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import type { Conditional, Json } from '../../request-file/model/model.js';
import { oneLineProblem } from '../../request-file/print/writable-text.js';
import { pathText } from '../recordings/produced-values.js';
import { shownText, type RecordedText } from '../recordings/recorded-text.js';
import { headerOf, type Recording } from '../recordings/recording.js';

type Condition = NonNullable<Conditional['when']>[number];

/** Longer values, and those of more members, do not become conditions. */
const MAX_LENGTH = 2000;
const MAX_MEMBERS = 50;

/**
 * Written out, because many headers that tell requests apart are usually no rule of a mock server. A request with
 * conditions is compared by nothing else, so that its query and body are among them.
 */
export function recordedConditions(
  recording: Recording,
  tellingHeaders: readonly string[],
): { readonly 'mock.when'?: readonly Conditional[] } {
  const { request } = recording;
  const hasHeader = tellingHeaders.some((name) => headerOf(request.headers, name) !== undefined);
  // By its body, a request without the headers might have more in common than one with conditions.
  if (!hasHeader && (tellingHeaders.length === 0 || request.body.size === 0)) return {};
  const ofHeaders = tellingHeaders.flatMap((name) => headerConditions(recording, name));
  return {
    'mock.when': [{ when: [...ofHeaders, ...queryConditions(recording), ...bodyConditions(recording)] }],
  };
}

function headerConditions({ request }: Recording, name: string): Condition[] {
  const found = request.headers.filter((header) => header.name.toLowerCase() === name);
  if (found.length === 0)
    return [{ subject: `header ${wordCase(name)}`, operator: 'absent', expected: null }];
  return found.map((header) => textCondition(`header ${header.name}`, header.value));
}

/** The header as it is usually written: its own name is known only where it was sent. */
function wordCase(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** The value of a secret is not known, but whether there is one. */
function textCondition(subject: string, value: RecordedText): Condition {
  const text = shownText(value);
  const isKnown = isLiteral(value) && oneLineProblem(text) === undefined;
  return isKnown
    ? { subject, operator: 'equals', expected: text }
    : { subject, operator: 'exists', expected: null };
}

function queryConditions({ query }: Recording): Condition[] {
  const parameters = new URLSearchParams(shownText(query));
  return [...new Set(parameters.keys())].flatMap((name): Condition[] => {
    const subject = subjectOf('query', name);
    const values = parameters.getAll(name);
    if (subject === undefined || name.includes('{{')) return [];
    const [value = '', ...others] = values;
    return others.length === 0 ? [textCondition(subject, value)] : valueCondition(subject, values);
  });
}

function bodyConditions({ request }: Recording): Condition[] {
  const { text } = request.body;
  if (text === null || text === '' || request.body.truncated) return [];
  const type = mediaTypeOf(shownText(headerOf(request.headers, 'content-type') ?? ''));
  if (type.startsWith('multipart/')) return [];
  const shown = shownText(text);
  const value = type === 'application/x-www-form-urlencoded' ? formValues(shown) : jsonOrText(shown);
  const members = isPlainObject(value) ? entriesOf(value) : [];
  if (members.length === 0 || members.length > MAX_MEMBERS) return valueCondition('body', value);
  return members.flatMap(([name, member]) => {
    const subject = subjectOf('body', name);
    return subject === undefined ? [] : valueCondition(subject, member);
  });
}

function formValues(text: string): unknown {
  const fields = new URLSearchParams(text);
  const names = [...new Set(fields.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function valueCondition(subject: string, value: unknown): Condition[] {
  const text = writtenText(value);
  if (text !== undefined && text.length <= MAX_LENGTH)
    return [{ subject, operator: 'equals', expected: value as Json }];
  if (typeof value !== 'string') return [{ subject, operator: 'exists', expected: null }];
  const lines = value.split(/[\r\n]+/).filter((line) => writtenText(line) !== undefined);
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), '');
  return [{ subject, operator: 'contains', expected: longest.slice(0, MAX_LENGTH) }];
}

/** As JSON; undefined for a value that the line of a directive cannot hold. */
function writtenText(value: unknown): string | undefined {
  if (hasLargeInteger(value)) return undefined;
  const text = JSON.stringify(value);
  return /\{\{|\\[bfnru]/.test(text) || oneLineProblem(text) !== undefined ? undefined : text;
}

function hasLargeInteger(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasLargeInteger);
}

function isLiteral(value: RecordedText): boolean {
  const isPlaceholder = (part: Exclude<RecordedText, string>[number]): boolean =>
    typeof part !== 'string' && 'placeholder' in part;
  return !(typeof value !== 'string' && value.some(isPlaceholder)) && !shownText(value).includes('{{');
}

/** Undefined for a name that no path can contain. */
function subjectOf(part: 'query' | 'body', name: string): string | undefined {
  const path = pathText([name]);
  return path && (path.startsWith('[') ? `${part}${path}` : `${part}.${path}`);
}
