/** What to do about the changes that nothing notices. */
import type { Request } from '../../request-file/model/model.js';
import type { Mutant } from './mutant.js';

/** An assertion that a request does not have yet. */
export interface Suggestion {
  /** The path as it is shown to the user. */
  readonly file: string;
  readonly request: Request;
  /** One line as it would be written: `expect body.id type number`. */
  readonly assertion: string;
  /** How many survivors of this request it would notice. */
  readonly catches: number;
}

/** A survivor in words, with the place of its request. */
export interface SurvivorAdvice {
  readonly file: string;
  readonly line: number;
  /** The name of the request. */
  readonly name: string;
  readonly mutant: Mutant;
  /** The value before the change, as JSON of at most 200 characters; empty for a missing header and the like. */
  readonly before: string;
  /** The assertion that would notice it; empty when none is robust enough to suggest. */
  readonly assertion: string;
}

export interface StrengthAdvice {
  /** The most dangerous first. */
  readonly dangerous: readonly SurvivorAdvice[];
  /** Few assertions that notice many survivors, in the order of files and lines. */
  readonly suggestions: readonly Suggestion[];
}
