import { jsonOverrun } from '../primitives/json-memory.js';

/** The values are discarded at once, so their memory is limited separately from the text. */
const MAX_BYTES = 10 * 1024 * 1024;

/** JSON whose values would take far more memory than its text counts as plain text. */
export function isJsonText(text: string): boolean {
  if (jsonOverrun(text, MAX_BYTES) >= 0) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
