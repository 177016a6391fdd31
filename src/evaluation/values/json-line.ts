import { jsonBytes } from '../../primitives/threads/json-bytes.js';
import { toJson } from './json.js';

/** A line of JSON for a client: integers of any size stay exact. */
export function jsonLine(value: unknown): Uint8Array {
  return jsonBytes(value, '\n', toJson);
}
