/** The examples that a description gives for a parameter or a media type. */
import type { OperationSource } from './operation-source.js';
import { entries, mapping, member } from './plain-data.js';
import type { SourceDocument } from './references.js';
import type { Mapping } from './plain-data.js';
import { pointerStep } from '../primitives/json-pointer.js';

/** Something that may have `example` and `examples`. */
export interface ExampleOwner {
  readonly value: Mapping;
  readonly home: SourceDocument;
  /** JSON Pointer relative to the operation. */
  readonly below: string;
}

export interface WrittenExample {
  readonly value: unknown;
}

/** `example`, else the first of `examples`, which may be a reference. */
export function writtenExample(owner: ExampleOwner, source: OperationSource): WrittenExample | undefined {
  const { value: written } = owner;
  const example = written['example'] ?? written['x-example'];
  if (example !== undefined && example !== null) return { value: example };
  const { examples } = written;
  if (Array.isArray(examples)) return examples.length > 0 ? { value: examples[0] as unknown } : undefined;
  const [first] = entries(examples);
  return first && readExample(first, owner, source);
}

/** The names of `examples`. */
export function exampleNames({ value }: ExampleOwner): readonly string[] {
  return entries(value['examples']).map(([name]) => name);
}

/** Undefined when there is none of this name, or when it is outside of the document. */
export function namedExample(
  name: string,
  owner: ExampleOwner,
  source: OperationSource,
): WrittenExample | undefined {
  const value = member(owner.value['examples'], name);
  return value === undefined ? undefined : readExample([name, value], owner, source);
}

function readExample(
  [name, value]: readonly [string, unknown],
  { home, below }: ExampleOwner,
  source: OperationSource,
): WrittenExample | undefined {
  const found = source.at(value, home, `${below}/examples${pointerStep(name)}`).value;
  const named = mapping(found);
  if (named === undefined) return { value: found };
  return 'value' in named ? { value: named['value'] } : undefined;
}
