/** The assertion operators with their spelling, negation and kind of value. */

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
  /** The canonical name. */
  readonly name: string;
  /** The form that the printer writes. */
  readonly written: string;
  readonly shape: ValueShape;
  /** The canonical name of its negation; undefined if it has none. */
  readonly negation: string | undefined;
}

const defineOperator = (
  name: string,
  written: string,
  shape: ValueShape,
  negation: string | undefined,
): Operator => ({
  name,
  written,
  shape,
  negation,
});

const TABLE: readonly Operator[] = [
  defineOperator('equals', '==', 'any', 'notEquals'),
  defineOperator('notEquals', '!=', 'any', 'equals'),
  defineOperator('greaterThan', '>', 'number', 'lessOrEqual'),
  defineOperator('greaterOrEqual', '>=', 'number', 'lessThan'),
  defineOperator('lessThan', '<', 'number', 'greaterOrEqual'),
  defineOperator('lessOrEqual', '<=', 'number', 'greaterThan'),
  defineOperator('between', 'between', 'pair', 'notBetween'),
  defineOperator('notBetween', '!between', 'pair', 'between'),
  defineOperator('approx', 'approx', 'approximation', 'notApprox'),
  defineOperator('notApprox', '!approx', 'approximation', 'approx'),
  defineOperator('contains', 'contains', 'any', 'notContains'),
  defineOperator('notContains', '!contains', 'any', 'contains'),
  defineOperator('startsWith', 'startsWith', 'scalar', 'notStartsWith'),
  defineOperator('notStartsWith', '!startsWith', 'scalar', 'startsWith'),
  defineOperator('endsWith', 'endsWith', 'scalar', 'notEndsWith'),
  defineOperator('notEndsWith', '!endsWith', 'scalar', 'endsWith'),
  defineOperator('matches', 'matches', 'pattern', 'notMatches'),
  defineOperator('notMatches', '!matches', 'pattern', 'matches'),
  defineOperator('exists', 'exists', 'none', 'notExists'),
  defineOperator('notExists', '!exists', 'none', 'exists'),
  defineOperator('type', 'type', 'type', 'notType'),
  defineOperator('notType', '!type', 'type', 'type'),
  defineOperator('length', 'length', 'count', 'notLength'),
  defineOperator('notLength', 'length !=', 'count', 'length'),
  defineOperator('lengthGreaterThan', 'length >', 'count', 'lengthLessOrEqual'),
  defineOperator('lengthGreaterOrEqual', 'length >=', 'count', 'lengthLessThan'),
  defineOperator('lengthLessThan', 'length <', 'count', 'lengthGreaterOrEqual'),
  defineOperator('lengthLessOrEqual', 'length <=', 'count', 'lengthGreaterThan'),
  defineOperator('includes', 'includes', 'any', 'notIncludes'),
  defineOperator('notIncludes', '!includes', 'any', 'includes'),
  defineOperator('in', 'in', 'list', 'notIn'),
  defineOperator('notIn', '!in', 'list', 'in'),
  defineOperator('isEmpty', 'isEmpty', 'none', 'notIsEmpty'),
  defineOperator('notIsEmpty', '!isEmpty', 'none', 'isEmpty'),
  defineOperator('each', 'each', 'each', 'notEach'),
  defineOperator('notEach', '!each', 'each', 'each'),
  defineOperator('schema', 'schema', 'path', 'notSchema'),
  defineOperator('notSchema', '!schema', 'path', 'schema'),
  defineOperator('snapshot', 'snapshot', 'optional-name', undefined),
];

/** Operators by canonical name. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  TABLE.map((operator) => [operator.name, operator]),
);

/** Operators by lower-case name; every canonical name may be written too. */
export const OPERATOR_WORDS: ReadonlyMap<string, Operator> = new Map(
  TABLE.map((operator) => [operator.name.toLowerCase(), operator]),
);

/** Longest first, so that `>=` is not taken for `>`. */
export const SYMBOLS: readonly (readonly [symbol: string, name: string])[] = [
  ['==', 'equals'],
  ['!=', 'notEquals'],
  ['>=', 'greaterOrEqual'],
  ['<=', 'lessOrEqual'],
  ['=', 'equals'],
  ['>', 'greaterThan'],
  ['<', 'lessThan'],
];

/** What a comparison symbol means after `length`. */
export const LENGTH_FORMS: Readonly<Record<string, string>> = {
  equals: 'length',
  notEquals: 'notLength',
  greaterThan: 'lengthGreaterThan',
  greaterOrEqual: 'lengthGreaterOrEqual',
  lessThan: 'lengthLessThan',
  lessOrEqual: 'lengthLessOrEqual',
};

/** Words that are reserved for later operators and must not be taken for values. */
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
