/** What a keyword sees while it checks a value. */
import type { SchemaResource } from '../references/registry.js';
import type { SchemaObject } from '../references/schema-node.js';

/** The members of a value that some schema has already evaluated. */
export interface Evaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

/** The resources that were entered on the way to a schema, innermost first. */
export interface DynamicScope {
  readonly resource: SchemaResource;
  readonly outer: DynamicScope | undefined;
}

export interface ValidationContext {
  readonly schema: SchemaObject;
  readonly resource: SchemaResource;
  readonly scope: DynamicScope;
  readonly pointer: string;
  readonly evaluated: Evaluated;
  readonly validator: Validator;
}

export interface Validator {
  /** Whether violations are collected; otherwise the first one ends the validation. */
  readonly collectsViolations: boolean;
  /** Whether some schema depends on what other keywords have evaluated. */
  readonly tracksEvaluation: boolean;
  /** Adds a violation and returns false, which the keyword passes on. */
  fail(context: ValidationContext, message: string): false;
  /** Validates the value, or a member of it, against another schema; its violations are collected. */
  apply(schema: unknown, instance: unknown, context: ValidationContext, step?: string | number): boolean;
  /** The same without collecting violations. */
  test(schema: unknown, instance: unknown, context: ValidationContext): boolean;
  applyReference(
    reference: string,
    instance: unknown,
    context: ValidationContext,
    kind: 'static' | 'dynamic' | 'recursive',
  ): boolean;
  /** Whether a member that is required may be missing all the same, because it is never sent in this direction. */
  isUnneeded(key: string, context: ValidationContext): boolean;
  /** Whether the pattern occurs in the text. */
  matches(pattern: string, text: string): boolean;
}

/** Whether a value satisfies a keyword; one that does not concern the value's type is satisfied. */
export type KeywordCheck = (value: unknown, instance: unknown, context: ValidationContext) => boolean;
