/** What evaluation threads can be asked to do. */
import type { Violation } from '../values/violation.js';

/** Operation → what it needs and what it gives. Everything is plain data. */
export interface Operations {
  /** The group is the first of the first match, the whole match without groups; only when it is asked for. */
  readonly pattern: {
    readonly input: { readonly source: string; readonly flags: string; readonly wantsGroup: boolean };
    readonly result: { readonly found: boolean; readonly group: string | undefined };
  };
  /** Where the values stand that the query finds. */
  readonly jsonpath: {
    readonly input: { readonly expression: string };
    readonly result: readonly (readonly (string | number)[])[];
  };
  readonly xpath: {
    readonly input: { readonly expression: string; readonly contentType: string };
    readonly result: XPathResult;
  };
  readonly schema: {
    readonly input: {
      readonly address: string;
      /** Every document that the schema needs, by the path it is loaded with. */
      readonly documents: readonly (readonly [path: string, document: unknown])[];
      readonly maxViolations: number;
    };
    readonly result: readonly Violation[];
  };
  readonly yaml: { readonly input: null; readonly result: unknown };
}

export type Operation = keyof Operations;

/** Absent: no value; the problem says why the document has none. */
export type XPathResult =
  | { readonly value: string | boolean | readonly string[] }
  /** As text: JSON has no infinite numbers. */
  | { readonly number: string }
  | { readonly absent: true; readonly problem: string };

export interface Job<K extends Operation = Operation> {
  readonly operation: K;
  readonly input: Operations[K]['input'];
  /** The text that is looked at; undefined when it is that of the job before. */
  readonly document: string | undefined;
}

/** The worker program. Engines that find something wrong throw. */
export interface EvaluationProgram {
  readonly evaluate: { readonly input: Job; readonly event: never; readonly result: Evaluated };
}

export type Evaluated =
  /** Reading JSON takes as long as it is, whatever it holds. */
  { readonly json: string } | { readonly exceededLimit: string };
