import type { TArrayOptions, TSchema, TSchemaOptions } from 'typebox';
import { constantType, mapType, Type } from '../primitives/shapes/type.js';

const text = Type.String();
const anyValue: TSchema = true;

const count = (options?: TSchemaOptions) => Type.Ref('#/$defs/count', options);
const milliseconds = (options?: TSchemaOptions) => Type.Ref('#/$defs/milliseconds', options);
const texts = (options?: TSchemaOptions) => Type.Ref('#/$defs/texts', options);
const headers = Type.Ref('#/$defs/headers');
const listOf = (name: string, options?: TArrayOptions) => Type.Array(Type.Ref(`#/$defs/${name}`), options);

const request = Type.Object({ method: text, url: text, headers }, { description: 'when it was built' });

const response = Type.Object(
  {
    statusCode: Type.Integer({ minimum: 100, maximum: 999 }),
    status: text,
    headers,
    duration: milliseconds(),
    size: count({ description: 'bytes after decoding' }),
  },
  { description: 'when one arrived' },
);

const test = Type.Object({
  name: Type.String({ description: 'empty for unnamed requests' }),
  file: text,
  line: count({ description: '0 for a failure of the whole file' }),
  passed: Type.Boolean({ description: 'false when skipped' }),
  duration: milliseconds({ description: '0 when nothing was sent' }),
  attempts: count({ description: '0 when nothing was attempted' }),
  iteration: Type.Optional(
    Type.Integer({ minimum: 1, description: 'number of the pass, in a run with --repeat above 1' }),
  ),
  description: Type.Optional(text),
  tags: Type.Optional(texts()),
  skipped: Type.Optional(constantType(true)),
  skipReason: Type.Optional(Type.String({ description: 'when skipped, except for "filtered out"' })),
  pulledIn: Type.Optional(
    constantType(true, { description: 'ran because a selected request depends on it' }),
  ),
  worker: Type.Optional(Type.String({ description: 'name of the worker that ran it, if any' })),
  lostOn: Type.Optional(texts({ description: 'workers that were lost while they had it' })),
  traceId: Type.Optional(
    Type.String({ description: 'trace that the request named, when traced', pattern: '^[0-9a-f]{32}$' }),
  ),
  error: Type.Optional(Type.String({ description: 'when the request could not be completed' })),
  errorKind: Type.Optional(text),
  request: Type.Optional(request),
  response: Type.Optional(response),
  assertions: Type.Optional(listOf('assertion')),
  captures: Type.Optional({ type: 'object', description: 'value by name' }),
  warnings: Type.Optional(texts()),
});

const assertion = Type.Object({
  subject: text,
  operator: Type.String({ description: 'canonical name' }),
  expected: anyValue,
  actual: Type.Unknown({ description: 'null when absent' }),
  passed: Type.Boolean(),
  line: count(),
  message: Type.Optional(text),
  skipped: Type.Optional(
    constantType(true, { description: 'its condition was not met: it passed and does not count' }),
  ),
  origin: Type.Optional(constantType('script', { description: 'comes from a script of another client' })),
});

const coverage = Type.Object({
  spec: text,
  total: count(),
  covered: count(),
  percent: Type.Number({ description: 'one decimal', minimum: 0, maximum: 100 }),
  tags: mapType(Type.Object({ total: count(), covered: count() })),
  operations: listOf('operation'),
  unmatched: texts({ description: 'calls that fit no operation' }),
});

const operation = Type.Object({
  method: text,
  path: text,
  operationId: text,
  tags: texts(),
  covered: Type.Boolean(),
  statuses: Type.Array(Type.Integer()),
});

const shard = Type.Object({
  index: Type.Integer({ minimum: 1 }),
  count: Type.Integer({ minimum: 1 }),
  files: texts({ description: 'of the whole selection, in the order of the run' }),
  external: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'indexes in tests of requests that stand before one of another file that needs them',
    }),
  ),
  titles: Type.Optional(
    mapType(text, { description: 'shown names of requests without a name, by their index in tests' }),
  ),
});

/** JSON Schema (draft 2020-12) of the results document. Later versions may add fields, so unknown ones are allowed. */
export const RESULTS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Results of svc run',
  ...Type.Object({
    schemaVersion: constantType(1),
    version: Type.String({ description: 'of svc' }),
    environment: Type.String({ description: 'name of the active environment' }),
    time: Type.String({ description: 'start of the run', format: 'date-time' }),
    duration: milliseconds({ description: 'wall time of the run' }),
    summary: Type.Object({ total: count(), passed: count(), failed: count(), skipped: count() }),
    tests: listOf('test', { description: 'in report order' }),
    coverage: Type.Optional(Type.Ref('#/$defs/coverage', { description: 'with --coverage' })),
    shard: Type.Optional(Type.Ref('#/$defs/shard', { description: 'with --shard' })),
    parts: Type.Optional(count({ description: 'number of documents that svc report merge has joined' })),
  }),
  $defs: {
    count: Type.Integer({ minimum: 0 }),
    milliseconds: Type.Number({ minimum: 0 }),
    texts: Type.Array(text),
    headers: mapType(text, {
      description: 'several values are joined with ", ", several Set-Cookie with a line feed',
    }),
    test,
    assertion,
    coverage,
    operation,
    shard,
  },
} as const;
