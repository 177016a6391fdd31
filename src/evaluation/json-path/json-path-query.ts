/** RFC 9535 queries on exact JSON, for a thread of the program and for a worker of a browser alike. */
import {
  JSONPathEnvironment,
  Nothing,
  jsonpath,
  type FilterFunction,
  type JSONPathNode,
  type JSONValue,
} from 'json-p3';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { ABSENT } from '../values/absent.js';
import { countCodePoints } from '../values/body-path.js';
import { MAX_JSON_DEPTH, type JsonValue } from '../values/json.js';
import { countSteps } from './json-path-steps.js';

type Location = readonly (string | number)[];

export interface JsonQuery {
  /** Whether the query gives a value or nothing; any other gives a list. */
  readonly singular: boolean;
  readonly run: (document: JsonValue) => unknown;
  /** The locations of the values. */
  readonly locations: (document: JsonValue) => readonly Location[];
  /** The same as `run`, once the locations are known. */
  readonly valuesAt: (document: JsonValue, locations: readonly Location[]) => unknown;
}

/** Whether a pattern of a query matches a text, without the flags of JavaScript. */
export type TestPattern = (source: string, text: string) => boolean;

/** Throws for text that is no query. */
export function compileQuery(expression: string, environment: JSONPathEnvironment): JsonQuery {
  const query = environment.compile(expression);
  const singular = query.singularQuery();
  countSteps(query);
  const nodesIn = (document: JsonValue): readonly JSONPathNode[] =>
    query.query(withoutBigints(document) as JSONValue).nodes;
  const result = (values: readonly unknown[]): unknown =>
    singular ? (values.length === 0 ? ABSENT : values[0]) : values;
  const valuesAt = (document: JsonValue, locations: readonly Location[]): unknown =>
    result(locations.map((location) => valueAtLocation(document, location)));
  return {
    singular,
    run: (document) => {
      const nodes = nodesIn(document);
      if (withoutBigints(document) === document) return result(nodes.map(({ value }) => value));
      return valuesAt(
        document,
        nodes.map(({ location }) => location),
      );
    },
    locations: (document) => nodesIn(document).map(({ location }) => location),
    valuesAt,
  };
}

const { FunctionExpressionType, Match } = jsonpath.functions;

/** The library would run patterns in an engine that may never end, so the caller says how they are tested. */
export function createEnvironment(test: TestPattern): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_JSON_DEPTH + 10 });
  const { functionRegister } = environment;
  functionRegister.set('length', lengthFunction);
  functionRegister.set(
    'match',
    patternFunction((pattern) => `^(?:${pattern})$`, test),
  );
  functionRegister.set(
    'search',
    patternFunction((pattern) => pattern, test),
  );
  return environment;
}

/** The library counts UTF-16 code units; RFC 9535 section 2.4.4 wants Unicode scalar values. */
const lengthFunction: FilterFunction = {
  argTypes: [FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.ValueType,
  call: (value: unknown) => {
    if (typeof value === 'string') return countCodePoints(value);
    if (typeof value !== 'object' || value === null) return Nothing;
    return Array.isArray(value) ? value.length : Object.keys(value).length;
  },
};

function patternFunction(frame: (pattern: string) => string, test: TestPattern): FilterFunction {
  const { ValueType, LogicalType } = FunctionExpressionType;
  return {
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (text: unknown, pattern: unknown) => {
      if (typeof text !== 'string' || typeof pattern !== 'string' || !isInteroperable(pattern)) return false;
      return test(frame(withPlainDots(pattern)), text);
    },
  };
}

const strictMatch = new Match({ throwErrors: true });
const validity = new Map<string, boolean>();
const MAX_KNOWN_PATTERNS = 1000;

/** I-Regexp (RFC 9485); anything else matches nothing. */
function isInteroperable(pattern: string): boolean {
  if (validity.size > MAX_KNOWN_PATTERNS) validity.clear();
  return getOrAdd(validity, pattern, () => {
    try {
      strictMatch.call('', pattern);
      return true;
    } catch {
      return false;
    }
  });
}

/** RFC 9485 section 5.3: outside brackets a dot is anything but CR and LF. */
function withPlainDots(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (piece) => (piece === '.' ? '[^\\n\\r]' : piece));
}

/** Documents that were searched for bigints before, since several assertions use the same one. */
const rounded = new WeakMap<object, JsonValue>();

/** The library does not support bigints: it queries rounded numbers, and the exact values are looked up by location. */
function withoutBigints(document: JsonValue): JsonValue {
  if (typeof document !== 'object' || document === null) return roundedCopy(document);
  return getOrAdd(rounded, document, () => roundedCopy(document));
}

function roundedCopy(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    let copy: JsonValue[] | undefined;
    value.forEach((item, index) => {
      const member = roundedCopy(item);
      if (member !== item) (copy ??= [...value])[index] = member;
    });
    return copy ?? value;
  }
  let copy: Map<string, JsonValue> | undefined;
  for (const [key, member] of entriesOf(value)) {
    const inner = roundedCopy(member);
    if (inner !== member) (copy ??= new Map(entriesOf(value))).set(key, inner);
  }
  return copy === undefined ? value : objectFrom([...copy]);
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function valueAtLocation(document: JsonValue, location: Location): unknown {
  let current: unknown = document;
  for (const step of location) current = (current as Readonly<Record<string | number, unknown>>)[step];
  return current;
}
