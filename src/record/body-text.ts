import { indentJson, isJson, visitJson, type JsonNode } from './json-nodes.js';
import { isJsonType, mediaTypeOf } from './recording.js';

/** A body that is text, read once for everybody who looks into it. */
export interface BodyText {
  readonly kind: 'json' | 'form' | 'other';
  readonly text: string;
  /** Of JSON: its values, the inner ones first, without numbers and words that have no name. */
  readonly nodes: readonly JsonNode[];
}

const NOTHING: readonly JsonNode[] = [];

/** JSON is indented on request, before places in it are remembered. Undefined when it is nested too deeply to look into. */
export function readBodyText(text: string, contentType: string, indent: boolean): BodyText | undefined {
  if (mediaTypeOf(contentType) === 'application/x-www-form-urlencoded')
    return { kind: 'form', text, nodes: NOTHING };
  // Servers do not always say that it is JSON.
  const isLikely = isJsonType(contentType) || /^\s*[[{]/.test(text);
  if (!isLikely || !isJson(text)) return { kind: 'other', text, nodes: NOTHING };
  const written = indent ? indentJson(text) : text;
  const nodes: JsonNode[] = [];
  const isShallow = visitJson(written, (node) => {
    if (isTelling(node)) nodes.push(node);
  });
  return isShallow ? { kind: 'json', text: written, nodes } : undefined;
}

/** Long lists of numbers are common, and say nothing. */
function isTelling({ kind, step }: JsonNode): boolean {
  return typeof step === 'string' || kind === 'string';
}
