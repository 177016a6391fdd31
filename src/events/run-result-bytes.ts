/** The result of an execution as bytes of JSON, with the place of each result in it. */
import { toJson } from '../evaluation/values/json.js';
import { jsonBytes, MEMBER_PADDING, withLastMember } from '../primitives/threads/json-bytes.js';
import type { FileOutcome } from '../runner/outcome/result.js';
import { toRunResult, type ExecutionFacts } from './run-result.js';

export interface RunResultBytes {
  /** One line of JSON, with padding for the id of the stored run, which is added later by another thread. */
  readonly json: Uint8Array;
  /** The start and the end of each result in `json`, so that no other thread has to look for them. */
  readonly places: Uint32Array;
  /** The start and the end of the members of the list of results. */
  readonly list: ListPlace;
}

export interface ListPlace {
  readonly start: number;
  readonly end: number;
}

export function runResultBytes(outcome: FileOutcome, facts: ExecutionFacts): RunResultBytes {
  const { file, duration, passed, failed, skipped, results, ...rest } = toRunResult(outcome, facts);
  const head = encode(`${toJson({ file, duration, passed, failed, skipped }).slice(0, -1)},"results":[`);
  const parts: Uint8Array[] = [head];
  const places = new Uint32Array(2 * results.length);
  let at = head.length;
  for (const [index, result] of results.entries()) {
    if (index > 0) {
      parts.push(COMMA);
      at += COMMA.length;
    }
    const bytes = jsonBytes(result, '', toJson);
    parts.push(bytes);
    places[2 * index] = at;
    at += bytes.length;
    places[2 * index + 1] = at;
  }
  const list = { start: head.length, end: at };
  const tail = encode(`],${toJson(rest).slice(1)}${MEMBER_PADDING}`);
  parts.push(tail);
  return { json: joined(parts, at + tail.length), places, list };
}

/** Adds `runId` as the last member; it is 0 when the run was not stored. */
export function withRunId(bytes: Uint8Array, runId: number): Uint8Array {
  return withLastMember(bytes, 'runId', runId);
}

/** The line without the members of the list of results, which is then empty. */
export function withoutResults(json: Uint8Array, { start, end }: ListPlace): readonly Uint8Array[] {
  return [json.subarray(0, start), json.subarray(end)];
}

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);
const COMMA = encode(',');

/** In memory of its own, so that it can be transferred to another thread. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
