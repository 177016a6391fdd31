import { toJson } from '../../../../src/evaluation/values/json.js';

const MAX_TEXT_LENGTH = 2000;

/** Shows text as it is and everything else as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  const text = typeof value === 'string' ? value : toJson(value);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
