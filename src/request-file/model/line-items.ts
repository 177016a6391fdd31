/** The items of a request that stand on a line of their own: assertions, captures and set variables. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An item that stands on a line of its own. */
export type LineItem = {
  readonly line: number;
  /** The comment lines directly above it. */
  readonly comments?: readonly string[];
};

/** One comparison of a condition. */
export interface Comparison {
  readonly subject: string;
  /** The canonical name of the operator. */
  readonly operator: string;
  readonly expected: Json;
  readonly raw?: string;
  /** Set for `each .path`: the path in every element. */
  readonly path?: string;
}

/** An item counts when every `when` comparison holds and none of the `unless` lists holds as a whole. */
export interface Conditional {
  readonly when?: readonly Comparison[];
  readonly unless?: readonly (readonly Comparison[])[];
}

export interface Assertion extends LineItem, Conditional {
  /** The source text with single blanks between its words. */
  readonly subject: string;
  /** The canonical name of the operator. */
  readonly operator: string;
  /** The JSON view of the value, with templates as text; `raw` is authoritative. */
  readonly expected: Json;
  /** The source text of the value; absent in built trees that have only `expected`. */
  readonly raw?: string;
  /** Set for `each .path`: the path in every element. */
  readonly path?: string;
  readonly comment?: string;
}

export type CaptureSource =
  | 'body'
  | 'header'
  | 'cookie'
  | 'jsonpath'
  | 'xpath'
  | 'regex'
  | 'status'
  | 'duration'
  | 'size'
  | 'url'
  | 'sha256'
  | 'variable'
  | 'text';

/** Where a capture takes its value. */
export interface CapturedValue {
  readonly source: CaptureSource;
  /** The template of the source `text`. */
  readonly path: string;
  /** A pattern with slashes and flags; the value is its first group. */
  readonly match?: string;
  /** Whether the first element of a list of JSONPath results is meant. */
  readonly first?: true;
}

/** `??` replaces what is absent or null, `||` what is not truthy. */
export type CaptureAlternative = { readonly operator: '??' | '||' } & (
  | CapturedValue
  | { readonly literal: Json }
);

export interface Capture extends LineItem, Conditional, CapturedValue {
  readonly name: string;
  /** Whether later requests of all files see it. */
  readonly global?: true;
  readonly or?: readonly CaptureAlternative[];
  readonly comment?: string;
}

/** A `@set` directive. */
export interface VariableSet extends Conditional {
  readonly name: string;
  readonly value: string;
  readonly global?: true;
}
