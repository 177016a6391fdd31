/** Finds the secrets of an exchange by position, name and shape, before any of it is stored. */
import { textOfBytes } from '../../http/message/headers.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { findTokens } from '../../redaction/token-shapes.js';
import { findSecretFields, type BodyText } from './body-text.js';
import type { JsonNode } from './json-nodes.js';
import type { HeaderCache } from './header-cache.js';
import { formDecoded, splitPairs } from './query-pairs.js';
import { placeholderOf, type SecretValues } from './secret-values.js';

/** Alternating names and values, one character per byte, as Node provides them. */
export type RawHeaders = readonly string[];

/** All tokens with a recognizable shape are at least this long. */
const MIN_TOKEN_LENGTH = 16;

export function learnHeaders(headers: RawHeaders, headerCache: HeaderCache, secrets: SecretValues): void {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const raw = headers[at + 1] ?? '';
    if (!headerCache.isSecret(name)) {
      if (raw.length >= MIN_TOKEN_LENGTH && !headerCache.get(name, raw))
        learnTokens(textOfBytes(raw), secrets);
      continue;
    }
    // Most credentials are repeated in every request.
    if (secrets.has(raw)) continue;
    const placeholder = placeholderOf(name);
    for (const part of credentialValues([[name, textOfBytes(raw)]], [name])) secrets.learn(part, placeholder);
  }
}

export function learnQuery(query: string, secrets: SecretValues): void {
  for (const { name, value } of splitPairs(query)) {
    if (isSecretFieldName(name)) secrets.learn(formDecoded(value), placeholderOf(name));
  }
  learnTokens(query, secrets);
}

export function learnBody({ kind, text, nodes, fields }: BodyText, secrets: SecretValues): void {
  if (kind === 'form') learnQuery(text, secrets);
  for (const node of nodes) {
    const { kind: type, start, end } = node;
    const name = type === 'string' || type === 'number' ? secretNameOf(node) : undefined;
    if (name === undefined) continue;
    const value = type === 'string' ? (JSON.parse(text.slice(start, end)) as string) : text.slice(start, end);
    secrets.learn(value, placeholderOf(name));
  }
  for (const { name, start, end } of fields) secrets.learn(text.slice(start, end), placeholderOf(name));
  if (kind !== 'form') learnTokens(text, secrets);
}

/** `text` has one character per byte. */
export function learnBytes(text: string, contentType: string, secrets: SecretValues): void {
  for (const { name, start, end } of findSecretFields(text, contentType)) {
    secrets.learn(textOfBytes(text.slice(start, end)), placeholderOf(name));
  }
  learnTokens(text, secrets);
}

/** Finds tokens by their shape. */
export function learnTokens(text: string, secrets: SecretValues): void {
  if (text.length < MIN_TOKEN_LENGTH) return;
  for (const { name, start, end } of findTokens(text)) {
    const token = text.slice(start, end);
    secrets.learn(token, name);
    if (token.includes('\\')) secrets.learn(unescaped(token), name);
  }
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** The name of the node itself, or of an object or list around it. */
function secretNameOf(node: JsonNode): string | undefined {
  for (let at: Pick<JsonNode, 'step' | 'parent'> | undefined = node; at; at = at.parent) {
    if (typeof at.step === 'string' && isSecretFieldName(at.step)) return at.step;
  }
  return undefined;
}
