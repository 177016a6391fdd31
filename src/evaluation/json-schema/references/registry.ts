/** Finds every schema of a set of documents by its address: base URI, anchor or JSON Pointer. */
import { apiDialectOf, DIALECTS, dialectOf, type Dialect } from './dialects.js';
import { isSchemaObject, member, subschemas, type SchemaObject } from './schema-node.js';
import { splitReference, valueAtFragment, type Located } from './reference.js';

export class SchemaProblem extends Error {}

/** A schema with a base URI of its own, and all schemas below it that have none. */
export interface SchemaResource {
  readonly base: string;
  readonly root: unknown;
  readonly dialect: Dialect;
  readonly anchors: Map<string, SchemaObject>;
  readonly dynamicAnchors: Map<string, SchemaObject>;
  readonly hasRecursiveAnchor: boolean;
  readonly document: SchemaDocument;
}

/** Where a resource comes from. */
interface SchemaDocument {
  /** The address of the file; relative references may mean files beside it. */
  readonly retrievedFrom: string;
  /** The address that the document itself declares, else that of the file. */
  publishedAs: string;
}

export type ResolvedSchema = Located<SchemaResource>;

export interface SchemaReference {
  readonly written: string;
  readonly from: SchemaResource;
  /** The absolute address without the fragment. */
  readonly uri: string;
}

export class SchemaRegistry {
  readonly #resources = new Map<string, SchemaResource>();
  readonly #homes = new WeakMap<object, SchemaResource>();
  /** Every reference found so far; the documents they name have to be loaded. */
  readonly references: SchemaReference[] = [];
  /** Whether some schema has a keyword that depends on what other keywords have evaluated. */
  tracksEvaluation = false;
  /** Whether some reference resolves differently depending on the schemas that lead to it. */
  hasDynamicReferences = false;
  /** Documents that every schema may refer to: the metaschemas. */
  readonly #published: SchemaRegistry | undefined;

  constructor(published?: SchemaRegistry) {
    this.#published = published;
  }

  /** Adds a whole document under the URI it was retrieved from, and the one it declares; `otherwise` if it names none. */
  addDocument(document: unknown, uri: string, otherwise: Dialect = DIALECTS[0]): SchemaResource {
    const dialect = isSchemaObject(document)
      ? (dialectOf(member(document, '$schema')) ?? apiDialectOf(document))
      : undefined;
    const from = { retrievedFrom: uri, publishedAs: uri };
    const outer = this.#resource(document, uri, dialect ?? otherwise, from);
    if (!isSchemaObject(document)) return outer;
    from.publishedAs = declaredUri(document, uri) ?? uri;
    this.#index(document, outer);
    // The anchors of the document belong to the address that it declares.
    const own = this.#homes.get(document) ?? outer;
    this.#resources.set(uri, own);
    return own;
  }

  resourceAt(uri: string): SchemaResource | undefined {
    return this.#resources.get(uri) ?? this.#published?.resourceAt(uri);
  }

  has(uri: string): boolean {
    return this.resourceAt(uri) !== undefined;
  }

  /** The same document under another address. */
  addAlias(uri: string, resource: SchemaResource): void {
    this.#resources.set(uri, resource);
  }

  /** The resource that contains the schema. */
  resourceOf(schema: SchemaObject): SchemaResource | undefined {
    return this.#homes.get(schema) ?? this.#published?.resourceOf(schema);
  }

  /** The schema that a reference in the given resource leads to. Throws SchemaProblem. */
  resolve(reference: string, from: SchemaResource): ResolvedSchema {
    const { uri, fragment } = absoluteReference(reference, from.base);
    const resource = this.resourceAt(uri);
    if (!resource)
      throw new SchemaProblem(`\`${reference}\` refers to a document that is not in the workspace`);
    const value = valueAtFragment(resource, fragment, ({ anchors }) => anchors);
    if (value === undefined) throw new SchemaProblem(`\`${reference}\` refers to nothing`);
    return this.locate(value, resource);
  }

  /** A schema that stands anywhere in the resource, also where it is not reached by the keywords of schemas. */
  locate(value: unknown, resource: SchemaResource): ResolvedSchema {
    if (!isSchemaObject(value)) return { value, home: resource };
    if (!this.resourceOf(value)) this.#index(value, resource);
    return { value, home: this.resourceOf(value) ?? resource };
  }

  #resource(root: unknown, base: string, dialect: Dialect, document: SchemaDocument): SchemaResource {
    const hasRecursiveAnchor = isSchemaObject(root) && member(root, '$recursiveAnchor') === true;
    const resource = {
      base,
      root,
      dialect,
      anchors: new Map(),
      dynamicAnchors: new Map(),
      hasRecursiveAnchor,
      document,
    };
    if (!this.#resources.has(base)) this.#resources.set(base, resource);
    return resource;
  }

  #index(schema: SchemaObject, outer: SchemaResource): void {
    if (this.#homes.has(schema)) return;
    const resource = this.#ownResource(schema, outer);
    this.#homes.set(schema, resource);
    this.#noteAnchors(schema, resource);
    this.#noteReferences(schema, resource);
    for (const inner of subschemas(schema)) this.#index(inner, resource);
  }

  #ownResource(schema: SchemaObject, outer: SchemaResource): SchemaResource {
    const dialect = dialectOf(member(schema, '$schema')) ?? outer.dialect;
    const id = member(schema, dialect.idKeyword);
    const hidden = dialect.hidesRefSiblings && typeof member(schema, '$ref') === 'string';
    if (typeof id !== 'string' || hidden) return outer;
    const { uri, fragment } = absoluteReference(id, outer.base);
    const isSame = uri === outer.base;
    const resource = isSame ? outer : this.#resource(schema, uri, dialect, outer.document);
    // Up to draft 7 a fragment of the identifier is an anchor.
    if (dialect.hidesRefSiblings && fragment !== '' && !fragment.startsWith('/'))
      resource.anchors.set(fragment, schema);
    return resource;
  }

  #noteAnchors(schema: SchemaObject, resource: SchemaResource): void {
    const anchor = member(schema, '$anchor');
    const dynamicAnchor = member(schema, '$dynamicAnchor');
    if (typeof anchor === 'string') resource.anchors.set(anchor, schema);
    if (typeof dynamicAnchor === 'string') {
      resource.anchors.set(dynamicAnchor, schema);
      resource.dynamicAnchors.set(dynamicAnchor, schema);
    }
  }

  #noteReferences(schema: SchemaObject, resource: SchemaResource): void {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const written = member(schema, keyword);
      if (typeof written !== 'string') continue;
      const { uri } = absoluteReference(written, resource.base);
      // Published descriptions are full of them.
      if (keyword !== '$ref' || this.#published?.has(uri)) this.hasDynamicReferences = true;
      this.references.push({ written, from: resource, uri });
    }
    if (Object.hasOwn(schema, 'unevaluatedItems') || Object.hasOwn(schema, 'unevaluatedProperties')) {
      this.tracksEvaluation = true;
    }
  }
}

/** The address without a fragment that a whole document declares for itself. */
export function declaredUri(document: SchemaObject, retrievedFrom: string): string | undefined {
  const { idKeyword } = dialectOf(member(document, '$schema')) ?? DIALECTS[0];
  const id = member(document, idKeyword);
  return typeof id === 'string' ? absoluteReference(id, retrievedFrom).uri : undefined;
}

/** Resolved against the base; the fragment decoded. */
function absoluteReference(reference: string, base: string): { uri: string; fragment: string } {
  const { address, fragment } = splitReference(reference);
  try {
    return {
      uri: address === '' ? base : new URL(address, base).href,
      fragment: decodeURIComponent(fragment),
    };
  } catch {
    throw new SchemaProblem(`\`${reference}\` is no URI reference`);
  }
}
