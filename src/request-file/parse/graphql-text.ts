/** GraphQL as other clients write it: the document as body text, and the variables as its last paragraph. */
import { isJsonObject } from '../../primitives/json-scanner.js';
import type { Body, KeyValue } from '../model/model.js';
import { REQUEST_TYPE_HEADER } from '../text/header-name.js';
import { GRAPHQL } from '../text/methods.js';
import { cutTemplate } from '../text/template.js';

export function isGraphqlRequest(method: string, headers: readonly KeyValue[]): boolean {
  if (method === GRAPHQL) return true;
  if (method !== 'POST') return false;
  for (const { key, value } of headers) {
    if (
      key.length === REQUEST_TYPE_HEADER.length &&
      key.toLowerCase() === REQUEST_TYPE_HEADER &&
      value.toLowerCase() === 'graphql'
    )
      return true;
  }
  return false;
}

/** The body as GraphQL; one that is a file, or that is JSON with a query already, stays as it is. */
export function graphqlBody(body: Body | null): Body | null {
  if (body === null || !('raw' in body) || 'fields' in body) return body;
  if (body.contentType === 'file' || body.contentType === 'graphql') return body;
  const { raw, line } = body;
  if (isSentQuery(raw)) return body;
  const start = variablesStart(raw);
  const graphql = (start === undefined ? raw : raw.slice(0, start)).trim();
  const variables = start === undefined ? null : raw.slice(start).trim();
  return { contentType: 'graphql', raw, line, graphql, variables };
}

function isSentQuery(raw: string): boolean {
  return /"query"\s*:/.test(raw) && isJsonObject(withoutPlaceholders(raw));
}

const MAX_CANDIDATES = 20;
const PARAGRAPH = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)(?=[ \t]*\{)/g;

/** The offset of the last paragraph, if it is a JSON object when placeholders count as values. */
function variablesStart(raw: string): number | undefined {
  const starts = Array.from(raw.matchAll(PARAGRAPH), ({ index, 0: gap }) => index + gap.length);
  return starts.slice(-MAX_CANDIDATES).find((start) => isJsonObject(withoutPlaceholders(raw.slice(start))));
}

function withoutPlaceholders(text: string): string {
  return cutTemplate(text)
    .map((part) => (part.kind === 'text' ? part.text : '0'))
    .join('');
}
