import { jsonOverrun } from '../primitives/json-memory.js';
import { indentJson, isJson } from '../primitives/json-scanner.js';

/** The values are discarded at once, so their memory is limited separately from the text. */
const MAX_BYTES = 10 * 1024 * 1024;

/** JSON whose values would take far more memory than its text counts as plain text. */
export function isJsonText(text: string): boolean {
  return jsonOverrun(text, MAX_BYTES) < 0 && isJson(text);
}

/** Undefined for text that is not JSON; null when the result would be longer than `maxLength` characters. */
export function indentedJson(text: string, maxLength: number): string | null | undefined {
  return isJsonText(text) ? (indentJson(text, { maxLength }) ?? null) : undefined;
}
