/** The ways in which real APIs break, and how much harm each does to the clients of an API. */

export type MutationKind =
  | 'status-outside-class'
  | 'body-truncated'
  | 'field-removed'
  | 'field-renamed'
  | 'type-changed'
  | 'null'
  | 'list-emptied'
  | 'status-in-class'
  | 'flag-flipped'
  | 'sign-changed'
  | 'text-emptied'
  | 'content-type-changed'
  | 'number-off-by-one'
  | 'unknown-value'
  | 'date-shifted'
  | 'element-duplicated'
  | 'header-missing'
  | 'list-reordered';

export interface MutationKindFacts {
  /** What happened, after the words for the place: `the field body.id` + `was removed`. */
  readonly words: string;
  /** From 0 to 100; a survivor of a higher number is shown first. */
  readonly danger: number;
  /** Whether only the value changes: its type and the shape of the body stay. */
  readonly changesOnlyValue: boolean;
}

const shape = (danger: number, words: string): MutationKindFacts => ({
  words,
  danger,
  changesOnlyValue: false,
});
const value = (danger: number, words: string): MutationKindFacts => ({
  words,
  danger,
  changesOnlyValue: true,
});

/** The most dangerous kinds first. */
export const MUTATION_KINDS: Readonly<Record<MutationKind, MutationKindFacts>> = {
  'status-outside-class': shape(100, 'became one of another class'),
  'body-truncated': shape(95, 'was cut off'),
  'field-removed': shape(90, 'was removed'),
  'field-renamed': shape(88, 'was renamed'),
  'type-changed': shape(85, 'got another type'),
  null: shape(80, 'became null'),
  'list-emptied': shape(75, 'lost all its elements'),
  'status-in-class': value(70, 'became another one of its class'),
  'flag-flipped': value(68, 'was flipped'),
  'sign-changed': value(65, 'changed its sign'),
  'text-emptied': value(60, 'became empty'),
  'content-type-changed': shape(58, 'became another one'),
  'number-off-by-one': value(55, 'is off by one'),
  'unknown-value': value(50, 'got a value that is not known'),
  'date-shifted': value(45, 'was shifted by a day'),
  'element-duplicated': value(40, 'has an element twice'),
  'header-missing': shape(35, 'is missing'),
  'list-reordered': value(30, 'has another order'),
};
