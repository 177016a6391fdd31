/** What reading an operation of an API description needs: the operation, its documents, and how references are followed. */
import type { ApiOperation, ApiVersion } from './api-operations.js';
import { mapping, type Mapping } from './plain-data.js';
import {
  followReferences,
  type Located,
  type ReferencedDocuments,
  type SourceDocument,
} from './references.js';

/** A description with the documents that it refers to. */
export interface ApiDocuments {
  readonly main: SourceDocument;
  readonly root: Mapping;
  readonly others: ReferencedDocuments;
  readonly version: ApiVersion;
}

export interface LocatedMapping {
  readonly value: Mapping;
  /** The document from which the references of the value start. */
  readonly home: SourceDocument;
}

export interface OperationSource {
  readonly api: ApiDocuments;
  readonly found: ApiOperation;
  /** Resolves a reference, if the value is one; `below` is the JSON Pointer of the value relative to the operation. */
  readonly at: (value: unknown, home: SourceDocument, below: string) => Located;
  /** The same for an object; anything else counts as an empty one. */
  readonly resolveMapping: (value: unknown, home: SourceDocument, below: string) => LocatedMapping;
}

/** References that lead nowhere give an empty value. */
export function createOperationSource(api: ApiDocuments, found: ApiOperation): OperationSource {
  const at = (value: unknown, home: SourceDocument): Located => {
    const target = followReferences({ value, home }, api.others);
    return 'reason' in target ? { value: {}, home } : target;
  };
  const resolveMapping = (value: unknown, home: SourceDocument): LocatedMapping => {
    const target = at(value, home);
    return { value: mapping(target.value) ?? {}, home: target.home };
  };
  return { api, found, at, resolveMapping };
}
