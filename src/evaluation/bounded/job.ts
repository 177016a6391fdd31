/** The jobs of evaluation threads. */
import type { Violation } from '../values/violation.js';

/** The input and result of each operation, as plain data. */
export interface EvaluationOperations {
  /** The group is the first one of the first match, or the whole match without groups; only on request. */
  readonly pattern: {
    readonly input: { readonly source: string; readonly flags: string; readonly wantsGroup: boolean };
    readonly result: { readonly found: boolean; readonly group: string | undefined };
  };
  /** The locations of the values that the query finds. */
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
      /** Members with this mark are not required. */
      readonly unneeded?: 'readOnly' | 'writeOnly';
    };
    readonly result: readonly Violation[];
  };
  readonly yaml: { readonly input: null; readonly result: unknown };
}

export type EvaluationOperation = keyof EvaluationOperations;

/** `absent` means no value; the problem is the reason why there is no document. */
export type XPathResult =
  | { readonly value: string | boolean | readonly string[] }
  /** A number as text, since JSON has no infinite numbers. */
  | { readonly number: string }
  | { readonly absent: true; readonly problem: string };

export interface Job<K extends EvaluationOperation = EvaluationOperation> {
  readonly operation: K;
  readonly input: EvaluationOperations[K]['input'];
  /** The text to evaluate; undefined when it is that of the job before. */
  readonly document: string | undefined;
}

/** The program of the thread. Engines throw for invalid expressions. */
export interface EvaluationProgram {
  readonly evaluate: { readonly input: Job; readonly event: never; readonly result: JobResult };
}

export type JobResult =
  /** Results are JSON texts, since parsing them takes time in proportion to their length only. */
  { readonly json: string } | { readonly exceededLimit: string };
