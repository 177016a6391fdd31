import { indentJson, isJson, visitJson, type JsonNode } from './json-nodes.js';
import { isJsonType, mediaTypeOf } from './recording.js';
import { boundaryOf, memberFields, multipartFields, xmlFields, type SecretField } from './secret-fields.js';

/** A body that is text, read once for everybody who looks into it. */
export interface BodyText {
  readonly kind: 'json' | 'form' | 'other';
  readonly text: string;
  /** Of JSON: its values, the inner ones first, without numbers and words that have no name. */
  readonly nodes: readonly JsonNode[];
  /** Of other text: what is secret by its name. */
  readonly fields: readonly SecretField[];
}

const NOTHING: readonly never[] = [];

/** JSON is indented on request, before places in it are remembered. Undefined when it is nested too deeply to look into. */
export function readBodyText(text: string, contentType: string, indent: boolean): BodyText | undefined {
  if (mediaTypeOf(contentType) === 'application/x-www-form-urlencoded')
    return { kind: 'form', text, nodes: NOTHING, fields: NOTHING };
  // Servers do not always say that it is JSON.
  const isLikely = isJsonType(contentType) || /^\s*[[{]/.test(text);
  if (!isLikely || !isJson(text))
    return { kind: 'other', text, nodes: NOTHING, fields: fieldsOf(text, contentType) };
  const written = indent ? indentJson(text) : text;
  const nodes: JsonNode[] = [];
  const isShallow = visitJson(written, (node) => {
    if (isTelling(node)) nodes.push(node);
  });
  return isShallow ? { kind: 'json', text: written, nodes, fields: NOTHING } : undefined;
}

/** Text, or bytes with one character each. */
export function fieldsOf(text: string, contentType: string): readonly SecretField[] {
  const boundary = boundaryOf(contentType);
  if (boundary !== undefined) return multipartFields(text, boundary);
  return /^\s*</.test(text) || /[/+]xml\b/i.test(contentType) ? xmlFields(text) : memberFields(text);
}

/** Long lists of numbers are common, and say nothing. */
function isTelling({ kind, step }: JsonNode): boolean {
  return typeof step === 'string' || kind === 'string';
}
