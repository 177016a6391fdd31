/** The JSON Schemas of structured results. */
import { Type } from '../../primitives/shapes/type.js';
import { closedObject } from '../protocol/argument-types.js';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const ordinal = Type.Integer({ minimum: 1 });

export const CAPTURE_OUTPUT = closedObject({
  url: text,
  final_url: text,
  title: Type.String({ maxLength: 300 }),
  http_status: Type.Integer(),
  content_type: Type.String({ maxLength: 256 }),
  markdown_bytes: count,
  stash: closedObject({
    id: Type.String({ minLength: 1 }),
    name: text,
    status: text,
    created_at: text,
    expires_at: Type.Optional(text),
    tags: Type.Array(text, { maxItems: 20 }),
    content_hash: text,
    file_count: count,
    total_size: count,
    index_requested: Type.Boolean(),
    indexed: Type.Boolean(),
    secrets_found: Type.Optional(count),
    failed: Type.Optional(Type.Array(closedObject({ id: text, stage: text, error: text }), { maxItems: 16 })),
  }),
});

export const LIST_OUTPUT = closedObject({
  files: Type.Array(
    closedObject({
      file: text,
      requests: Type.Array(
        closedObject({
          index: ordinal,
          name: text,
          description: text,
          method: text,
          line: ordinal,
          tags: Type.Array(text),
          depends: Type.Optional(
            Type.Array(text, { description: 'What has to run before it; svc_fetch refuses such a request.' }),
          ),
        }),
      ),
    }),
    { maxItems: 1000 },
  ),
});

export const VALIDATE_OUTPUT = closedObject({
  file: text,
  valid: Type.Boolean(),
  requests: count,
  errors: Type.Array(text),
  diagnostics: Type.Array(
    closedObject({
      line: ordinal,
      column: ordinal,
      severity: Type.Enum(['error', 'warning', 'info'], { type: 'string' }),
      code: text,
      message: text,
    }),
  ),
});
