import { WrittenJson } from '../evaluation/json-in-steps.js';
import type { Answer } from './route.js';

/** What is long was written before it came here. */
export function answered(result: unknown): Answer {
  if (!(result instanceof WrittenJson)) return { status: 200, json: result };
  return { status: 200, text: result.line, type: 'application/json' };
}
