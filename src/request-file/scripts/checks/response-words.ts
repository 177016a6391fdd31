/** The words after `pm.response.to`. */
import { REASON_PHRASES } from '../values/reason-phrases.js';
import { check, condition } from './checks.js';
import { asCondition, equality } from './comparisons.js';
import { matching } from './checks.js';
import { pathSteps } from '../values/paths.js';
import { json, unknown, type Value } from '../values/script-values.js';
import { subject, withStep, withSteps, type Subject } from '../values/subjects.js';

const STRICT = { isStrict: true };
const DEEP = { isStrict: true, isDeep: true };
const STATUS = subject('status');
const BODY = subject('body');
const TEXT = subject('text');

const STATUS_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  success: [200, 299],
  info: [100, 199],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  error: [400, 599],
};

const STATUS_CODES: Readonly<Record<string, number>> = {
  ok: 200,
  accepted: 202,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  rateLimited: 429,
};

/** What a word checks; undefined if there is no such word. */
export function readResponseWord(word: string, args: readonly Value[]): Value | undefined {
  const range = Object.hasOwn(STATUS_RANGES, word) ? STATUS_RANGES[word] : undefined;
  if (range)
    return condition({ ...check(STATUS, 'between', [...range]), raw: `${range[0]} and ${range[1]}` });
  const code = Object.hasOwn(STATUS_CODES, word) ? STATUS_CODES[word] : undefined;
  if (code !== undefined) return condition(check(STATUS, 'equals', code));
  const read = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  return read?.(args);
}

/** A number or a text of another type is JSON for the script too, so that the opposite would not be certain. */
const isJson = (): Value => condition({ ...check(subject('json'), 'notAbsent'), opposite: [] });

const WORDS: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  status: ([value]) => status(value),
  statusCode: ([value]) => status(value),
  header: ([name, value]) => header(name, value),
  withBody: () => condition(check(subject('size'), 'greaterThan', 0)),
  json: isJson,
  body: ([value]) => body(value),
  jsonBody: ([path, value]) => (path ? jsonBody(path, value) : isJson()),
  jsonSchema: ([schema]) =>
    schema?.kind === 'json'
      ? condition({ ...check(BODY, 'schema'), schema: schema.value })
      : unknown('compares with a schema that only the script has'),
  responseTime: () => unknown('uses the word responseTime, which has no counterpart'),
};

function status(value: Value | undefined): Value {
  if (value?.kind !== 'json')
    return value ? asCondition(equality(STATUS, value, STRICT)) : unknown('names no status');
  const code = typeof value.value === 'string' ? REASON_PHRASES.get(value.value) : value.value;
  return typeof code === 'number'
    ? condition(check(STATUS, 'equals', code))
    : unknown('names a status that is not registered');
}

function header(name: Value | undefined, value: Value | undefined): Value {
  if (name?.kind !== 'json' || typeof name.value !== 'string')
    return unknown('looks at a header with a computed name');
  const of = subject('header', name.value);
  if (!value) return condition(check(of, 'exists'));
  return value.kind === 'pattern'
    ? asCondition(matching(of, value.source, value.flags))
    : asCondition(equality(of, value, STRICT));
}

function body(value: Value | undefined): Value {
  if (!value) return condition(check(subject('size'), 'greaterThan', 0));
  if (value.kind === 'pattern') return asCondition(matching(TEXT, value.source, value.flags));
  return asCondition(equality(TEXT, value, STRICT));
}

function jsonBody(path: Value, value: Value | undefined): Value {
  if (path.kind === 'json' && typeof path.value === 'string') {
    const steps = pathSteps(path.value);
    if (!steps) return unknown('looks at a path that has no counterpart');
    // A path that leads nowhere is no error.
    const of: Subject = { ...withSteps(BODY, steps), optionalAt: 0 };
    return value ? asCondition(equality(of, value, DEEP)) : condition(check(of, 'notAbsent'));
  }
  if (
    path.kind !== 'json' ||
    typeof path.value !== 'object' ||
    path.value === null ||
    Array.isArray(path.value)
  )
    return unknown('compares with a value that only the script has');
  const checks = Object.entries(path.value).map(([key, item]) =>
    equality(withStep(BODY, key), json(item as never), DEEP),
  );
  const bad = checks.find((found) => 'kind' in found);
  return bad && 'kind' in bad ? bad : condition(...checks.flatMap((found) => ('kind' in found ? [] : found)));
}
