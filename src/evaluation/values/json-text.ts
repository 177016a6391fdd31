import { toJson } from './json.js';

/** JSON with two-space indent; lines after the first start with `indent`. */
export function jsonText(value: unknown, indent = ''): string {
  const text = harmless(toJson(value, 2));
  return indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
}

/** JSON on one line, as messages and tables show values. A string in it can be read as YAML as well. */
export function jsonLine(value: unknown): string {
  return harmless(toJson(value));
}

/** Characters a terminal could obey occur in strings only, where an escape is the same to every reader. */
function harmless(json: string): string {
  return json.replace(UNSAFE, (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
