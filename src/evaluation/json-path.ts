/** RFC 9535 queries on exact JSON. Loaded only when a query runs. */
import { JSONPathEnvironment, Nothing, jsonpath, type FilterFunction, type JSONValue } from 'json-p3';
import { ABSENT } from './absent.js';
import { codePoints } from './body-path.js';
import { DEEPEST_JSON, type JsonValue } from './json.js';
import { compilePattern, loadLinearEngine, testPatternNow } from './pattern/safe-pattern.js';

export interface JsonQuery {
  /** A singular query gives a value or nothing, any other a list. */
  readonly singular: boolean;
  readonly run: (document: JsonValue | typeof ABSENT) => unknown;
}

/** Throws for text that is no query. */
export async function compileJsonPath(expression: string): Promise<JsonQuery> {
  const query = environment.compile(expression);
  const singular = query.singularQuery();
  if (/match|search/.test(expression)) await loadLinearEngine();
  return {
    singular,
    run: (document) => {
      if (document === ABSENT) return ABSENT;
      const rounded = withoutBigints(document) as JSONValue;
      const nodes = query.query(rounded).nodes;
      const values = nodes.map(({ value, location }) =>
        rounded === document ? value : valueAtLocation(document, location),
      );
      return singular ? (values.length === 0 ? ABSENT : values[0]) : values;
    },
  };
}

const { FunctionExpressionType, Match } = jsonpath.functions;

const environment = new JSONPathEnvironment({ maxRecursionDepth: DEEPEST_JSON + 10 });

/** The library counts UTF-16 code units; RFC 9535 section 2.4.4 wants Unicode scalar values. */
environment.functionRegister.set('length', {
  argTypes: [FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.ValueType,
  call: (value: unknown) => {
    if (typeof value === 'string') return codePoints(value);
    if (typeof value !== 'object' || value === null) return Nothing;
    return Array.isArray(value) ? value.length : Object.keys(value).length;
  },
});
environment.functionRegister.set(
  'match',
  patternFunction((pattern) => `^(?:${pattern})$`),
);
environment.functionRegister.set(
  'search',
  patternFunction((pattern) => pattern),
);

/** The library would run patterns in an engine that can take for ever. */
function patternFunction(frame: (pattern: string) => string): FilterFunction {
  const { ValueType, LogicalType } = FunctionExpressionType;
  return {
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (text: unknown, pattern: unknown) => {
      if (typeof text !== 'string' || typeof pattern !== 'string' || !isInteroperable(pattern)) return false;
      const found = testPatternNow(compilePattern(frame(withPlainDots(pattern)), ''), text);
      if (found === undefined) throw new Error('a pattern of the query or its text is too large');
      return found;
    },
  };
}

const judge = new Match({ throwErrors: true });
const judged = new Map<string, boolean>();

/** I-Regexp (RFC 9485); anything else matches nothing. */
function isInteroperable(pattern: string): boolean {
  const known = judged.get(pattern);
  if (known !== undefined) return known;
  let valid = true;
  try {
    judge.call('', pattern);
  } catch {
    valid = false;
  }
  if (judged.size > 1000) judged.clear();
  judged.set(pattern, valid);
  return valid;
}

/** RFC 9485 section 5.3: outside brackets a dot is anything but CR and LF. */
function withPlainDots(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (piece) => (piece === '.' ? '[^\\n\\r]' : piece));
}

/** The library knows no bigint: it queries rounded numbers, and the exact values are looked up after. */
function withoutBigints(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    let copy: JsonValue[] | undefined;
    value.forEach((item, index) => {
      const rounded = withoutBigints(item);
      if (rounded !== item) (copy ??= [...value])[index] = rounded;
    });
    return copy ?? value;
  }
  let copy: Map<string, JsonValue> | undefined;
  for (const [key, member] of Object.entries(value)) {
    const rounded = withoutBigints(member);
    if (rounded !== member) (copy ??= new Map(Object.entries(value))).set(key, rounded);
  }
  return copy === undefined ? value : Object.fromEntries(copy);
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function valueAtLocation(document: JsonValue, location: readonly (string | number)[]): unknown {
  let current: unknown = document;
  for (const step of location) current = (current as Readonly<Record<string | number, unknown>>)[step];
  return current;
}
