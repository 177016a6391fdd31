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

/** Two operators that negate each other. */
function opposites(
  shape: ValueShape,
  [name, written]: readonly [name: string, written: string],
  [negation, negationWritten]: readonly [name: string, written: string],
): Operator[] {
  return [
    { name, written, shape, negation },
    { name: negation, written: negationWritten, shape, negation: name },
  ];
}

/** A word such as `between` and its negation: `notBetween`, written `!between`. */
function word(shape: ValueShape, name: string): Operator[] {
  const negation = `not${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return opposites(shape, [name, name], [negation, `!${name}`]);
}

const TABLE: readonly Operator[] = [
  ...opposites('any', ['equals', '=='], ['notEquals', '!=']),
  ...opposites('any', ['strictEquals', '==='], ['notStrictEquals', '!==']),
  ...opposites('number', ['greaterThan', '>'], ['lessOrEqual', '<=']),
  ...opposites('number', ['greaterOrEqual', '>='], ['lessThan', '<']),
  ...word('pair', 'between'),
  ...word('approximation', 'approx'),
  ...word('any', 'contains'),
  ...word('scalar', 'startsWith'),
  ...word('scalar', 'endsWith'),
  ...word('pattern', 'matches'),
  ...word('none', 'exists'),
  ...word('none', 'absent'),
  ...word('none', 'truthy'),
  ...word('type', 'type'),
  ...opposites('count', ['length', 'length'], ['notLength', 'length !=']),
  ...opposites('count', ['lengthGreaterThan', 'length >'], ['lengthLessOrEqual', 'length <=']),
  ...opposites('count', ['lengthGreaterOrEqual', 'length >='], ['lengthLessThan', 'length <']),
  ...word('any', 'includes'),
  ...word('list', 'in'),
  ...word('none', 'isEmpty'),
  ...word('each', 'each'),
  ...word('path', 'schema'),
  { name: 'snapshot', written: 'snapshot', shape: 'optional-name', negation: undefined },
];

/** Operators by canonical name. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  TABLE.map((operator) => [operator.name, operator]),
);

/** The operators that most assertions use, in the order in which they are offered. */
const FIRST_OFFERED: readonly string[] = [
  'equals',
  'contains',
  'exists',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
];

/** In the order in which an editor offers them: the most used ones, the other plain ones, negations last. */
export function operatorsByUse(): readonly Operator[] {
  return [
    ...FIRST_OFFERED.flatMap((name) => OPERATORS.get(name) ?? []),
    ...TABLE.filter((operator) => !FIRST_OFFERED.includes(operator.name) && !isNegated(operator)),
    ...TABLE.filter(isNegated),
  ];
}

/** `<=` is no negation to its reader, although it is the opposite of `>`. */
function isNegated({ written }: Operator): boolean {
  return written.includes('!');
}

/** Operators by lower-case name; every canonical name may be written too. */
export const OPERATOR_WORDS: ReadonlyMap<string, Operator> = new Map(
  TABLE.map((operator) => [operator.name.toLowerCase(), operator]),
);

/** Longest first, so that `>=` is not taken for `>`. */
export const SYMBOLS: readonly (readonly [symbol: string, name: string])[] = [
  ['===', 'strictEquals'],
  ['!==', 'notStrictEquals'],
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
  strictEquals: 'length',
  notStrictEquals: 'notLength',
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
