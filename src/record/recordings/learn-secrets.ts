/** Finds the secrets of an exchange by place, name and shape, before any of it is kept. */
import { textOfBytes } from '../../http/message/headers.js';
import { credentialValues } from '../../redaction/credential-headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { findTokens } from '../../redaction/token-shapes.js';
import { fieldsOf, type BodyText } from './body-text.js';
import type { JsonNode } from './json-nodes.js';
import type { KnownHeaders } from './known-headers.js';
import { formDecoded, pairsIn } from './query-pairs.js';
import { placeholderOf, type SecretValues } from './secret-values.js';

/** Names and values in turn, one character per byte, as Node has them. */
export type RawHeaders = readonly string[];

/** No token that is known by its shape is shorter. */
const MIN_TOKEN_LENGTH = 16;

export function learnHeaders(headers: RawHeaders, known: KnownHeaders, secrets: SecretValues): void {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const raw = headers[at + 1] ?? '';
    if (!known.isSecret(name)) {
      if (raw.length >= MIN_TOKEN_LENGTH && !known.get(name, raw)) learnTokens(textOfBytes(raw), secrets);
      continue;
    }
    // Most come with every request.
    if (secrets.has(raw)) continue;
    const placeholder = placeholderOf(name);
    for (const part of credentialValues([[name, textOfBytes(raw)]], [name])) secrets.learn(part, placeholder);
  }
}

export function learnQuery(query: string, secrets: SecretValues): void {
  for (const { name, value } of pairsIn(query)) {
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

/** `text`: one character for each byte. */
export function learnBytes(text: string, contentType: string, secrets: SecretValues): void {
  for (const { name, start, end } of fieldsOf(text, contentType)) {
    secrets.learn(textOfBytes(text.slice(start, end)), placeholderOf(name));
  }
  learnTokens(text, secrets);
}

/** Those that are known by how they look. */
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

/** Its own, or that of an object or list around it. */
function secretNameOf(node: JsonNode): string | undefined {
  for (let at: Pick<JsonNode, 'step' | 'holder'> | undefined = node; at; at = at.holder) {
    if (typeof at.step === 'string' && isSecretFieldName(at.step)) return at.step;
  }
  return undefined;
}
