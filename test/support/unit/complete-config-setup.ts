import type { Shape } from '../../../src/primitives/shapes/check-shape.js';
import { completeConfig } from '../../../src/authoring/complete/complete-config.js';
import type { Completions } from '../../../src/authoring/complete/completion-item.js';

export const SHAPE: Shape = {
  type: 'object',
  additionalProperties: false,
  properties: {
    defaultEnvironment: {
      type: 'string',
      names: 'environment',
      default: 'dev',
      description: 'The usual one',
    },
    timeout: { type: 'number', default: 30_000 },
    bail: { type: 'boolean', default: false },
    httpVersion: { enum: ['auto', '1.1', '2', 1.1, 2] },
    reporters: { type: 'array', items: { enum: ['console', 'json', 'junit'] } },
    workers: { anyOf: [{ type: 'integer' }, { const: 'all' }] },
    headers: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { names: 'header' } },
    history: {
      type: 'object',
      properties: { enabled: { type: 'boolean' }, path: { type: 'string', rule: 'a path' } },
    },
    environments: { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
    profiles: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          rate: { type: 'number' },
          stages: {
            type: 'array',
            items: { type: 'object', properties: { duration: { type: 'string' }, vus: { type: 'integer' } } },
          },
        },
      },
    },
  },
};

/** Completions at the mark of a text. */
export function at(marked: string, environments: readonly string[] = []): Completions | undefined {
  const before = marked.slice(0, marked.indexOf('|')).split(/\r\n|[\r\n]/);
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return completeConfig({ ...place, text: marked.replace('|', '') }, SHAPE, environments);
}
