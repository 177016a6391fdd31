/** The assertion operators (language section 6.4): written forms, negations, what value each takes. */

export type ValueShape =
  | 'any'
  | 'none'
  | 'number'
  | 'pair'
  | 'approximation'
  | 'scalar'
  | 'pattern'
  | 'type'
  | 'count'
  | 'list'
  | 'each'
  | 'path'
  | 'optional-name';

export interface Operator {
  /** Canonical name. */
  readonly name: string;
  /** How the printer writes it. */
  readonly written: string;
  readonly shape: ValueShape;
  /** Canonical name of its negation; undefined when it has none. */
  readonly negation: string | undefined;
}

const row = (name: string, written: string, shape: ValueShape, negation: string | undefined): Operator => ({
  name,
  written,
  shape,
  negation,
});

/** Base forms and their negations with the written form of each. */
const TABLE: readonly Operator[] = [
  row('equals', '==', 'any', 'notEquals'),
  row('notEquals', '!=', 'any', 'equals'),
  row('greaterThan', '>', 'number', 'lessOrEqual'),
  row('greaterOrEqual', '>=', 'number', 'lessThan'),
  row('lessThan', '<', 'number', 'greaterOrEqual'),
  row('lessOrEqual', '<=', 'number', 'greaterThan'),
  row('between', 'between', 'pair', 'notBetween'),
  row('notBetween', '!between', 'pair', 'between'),
  row('approx', 'approx', 'approximation', 'notApprox'),
  row('notApprox', '!approx', 'approximation', 'approx'),
  row('contains', 'contains', 'any', 'notContains'),
  row('notContains', '!contains', 'any', 'contains'),
  row('startsWith', 'startsWith', 'scalar', 'notStartsWith'),
  row('notStartsWith', '!startsWith', 'scalar', 'startsWith'),
  row('endsWith', 'endsWith', 'scalar', 'notEndsWith'),
  row('notEndsWith', '!endsWith', 'scalar', 'endsWith'),
  row('matches', 'matches', 'pattern', 'notMatches'),
  row('notMatches', '!matches', 'pattern', 'matches'),
  row('exists', 'exists', 'none', 'notExists'),
  row('notExists', '!exists', 'none', 'exists'),
  row('type', 'type', 'type', 'notType'),
  row('notType', '!type', 'type', 'type'),
  row('length', 'length', 'count', 'notLength'),
  row('notLength', 'length !=', 'count', 'length'),
  row('lengthGreaterThan', 'length >', 'count', 'lengthLessOrEqual'),
  row('lengthGreaterOrEqual', 'length >=', 'count', 'lengthLessThan'),
  row('lengthLessThan', 'length <', 'count', 'lengthGreaterOrEqual'),
  row('lengthLessOrEqual', 'length <=', 'count', 'lengthGreaterThan'),
  row('includes', 'includes', 'any', 'notIncludes'),
  row('notIncludes', '!includes', 'any', 'includes'),
  row('in', 'in', 'list', 'notIn'),
  row('notIn', '!in', 'list', 'in'),
  row('isEmpty', 'isEmpty', 'none', 'notIsEmpty'),
  row('notIsEmpty', '!isEmpty', 'none', 'isEmpty'),
  row('each', 'each', 'each', 'notEach'),
  row('notEach', '!each', 'each', 'each'),
  row('schema', 'schema', 'path', 'notSchema'),
  row('notSchema', '!schema', 'path', 'schema'),
  row('snapshot', 'snapshot', 'optional-name', undefined),
];

/** By canonical name. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  TABLE.map((operator) => [operator.name, operator]),
);

/** Operator words by lower case: every canonical name is also a written form. */
export const OPERATOR_WORDS: ReadonlyMap<string, Operator> = new Map(
  TABLE.map((operator) => [operator.name.toLowerCase(), operator]),
);

/** Longest first, so that `>=` is not read as `>`. */
export const SYMBOLS: readonly (readonly [symbol: string, name: string])[] = [
  ['==', 'equals'],
  ['!=', 'notEquals'],
  ['>=', 'greaterOrEqual'],
  ['<=', 'lessOrEqual'],
  ['=', 'equals'],
  ['>', 'greaterThan'],
  ['<', 'lessThan'],
];

/** What a comparison symbol means behind `length`. */
export const LENGTH_FORMS: Readonly<Record<string, string>> = {
  equals: 'length',
  notEquals: 'notLength',
  greaterThan: 'lengthGreaterThan',
  greaterOrEqual: 'lengthGreaterOrEqual',
  lessThan: 'lengthLessThan',
  lessOrEqual: 'lengthLessOrEqual',
};

/** Words that are no operators yet and must not pass for values. */
export const RESERVED_OPERATORS: ReadonlySet<string> = new Set(['conforms']);

export const TYPE_NAMES: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
]);
