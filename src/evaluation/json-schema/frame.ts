/** What a keyword sees while it judges a value. */
import type { Resource } from './registry.js';
import type { SchemaObject } from './schema-node.js';

/** Which members of a value some schema has already looked at. */
export interface Evaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

/** Resources entered on the way, innermost first. */
export interface DynamicScope {
  readonly resource: Resource;
  readonly outer: DynamicScope | undefined;
}

export interface Frame {
  readonly schema: SchemaObject;
  readonly resource: Resource;
  readonly scope: DynamicScope;
  readonly pointer: string;
  readonly evaluated: Evaluated;
  readonly judge: Judge;
}

export interface Judge {
  /** Violations are wanted: without this the first one ends the matter. */
  readonly collects: boolean;
  /** Some schema asks what others have evaluated. */
  readonly tracks: boolean;
  /** Adds a violation; returns false, to be passed on as the verdict. */
  fail(frame: Frame, message: string): false;
  /** Judges the value of this frame, or a member of it, by another schema; its violations count. */
  apply(schema: unknown, instance: unknown, frame: Frame, step?: string | number): boolean;
  /** The same, when its violations are not the whole schema's. */
  test(schema: unknown, instance: unknown, frame: Frame): boolean;
  applyReference(
    reference: string,
    instance: unknown,
    frame: Frame,
    how: 'static' | 'dynamic' | 'recursive',
  ): boolean;
  /** Does the pattern occur in the text? */
  matches(pattern: string, text: string): boolean;
}

/** A keyword's verdict on a value; a keyword that does not concern the value's type passes. */
export type Keyword = (value: unknown, instance: unknown, frame: Frame) => boolean;
