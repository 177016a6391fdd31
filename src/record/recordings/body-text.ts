import { indentJson, isJson } from '../../primitives/json-scanner.js';
import { MAX_JSON_DEPTH, visitJson, type JsonNode } from './json-nodes.js';
import { isJsonType, mediaTypeOf } from '../../primitives/text/content-type.js';
import { boundaryOf, memberFields, multipartFields, xmlFields, type SecretField } from './secret-fields.js';

/** A body that is text, parsed once for all uses. */
export interface BodyText {
  readonly kind: 'json' | 'form' | 'other';
  readonly text: string;
  /** The values of JSON, inner ones first, without numbers and literals that have no name. */
  readonly nodes: readonly JsonNode[];
  /** The secret fields of other text. */
  readonly fields: readonly SecretField[];
}

const NOTHING: readonly never[] = [];

/** Indents JSON on request, before positions in it are stored. Undefined when it is nested too deeply. */
export function readBodyText(text: string, contentType: string, indent: boolean): BodyText | undefined {
  if (mediaTypeOf(contentType) === 'application/x-www-form-urlencoded')
    return { kind: 'form', text, nodes: NOTHING, fields: NOTHING };
  // Servers do not always declare JSON as such.
  const isLikely = isJsonType(contentType) || /^\s*[[{]/.test(text);
  if (!isLikely || !isJson(text))
    return { kind: 'other', text, nodes: NOTHING, fields: findSecretFields(text, contentType) };
  const written = (indent ? indentJson(text, { maxDepth: MAX_JSON_DEPTH }) : undefined) ?? text;
  const nodes: JsonNode[] = [];
  const isShallow = visitJson(written, (node) => {
    if (isOfInterest(node)) nodes.push(node);
  });
  return isShallow ? { kind: 'json', text: written, nodes, fields: NOTHING } : undefined;
}

/** The secret fields of text, or of bytes with one character each. */
export function findSecretFields(text: string, contentType: string): readonly SecretField[] {
  const boundary = boundaryOf(contentType);
  if (boundary !== undefined) return multipartFields(text, boundary);
  return /^\s*</.test(text) || /[/+]xml\b/i.test(contentType) ? xmlFields(text) : memberFields(text);
}

/** Long lists of numbers are common and contain nothing of interest. */
function isOfInterest({ kind, step }: JsonNode): boolean {
  return typeof step === 'string' || kind === 'string';
}
