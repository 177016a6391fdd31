/** The JSON Schemas of structured results. */
import type { TObject, TProperties } from 'typebox';
import { Type } from '../../primitives/shapes/type.js';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const ordinal = Type.Integer({ minimum: 1 });

/** Clients compare a result with its schema, so no field beside the declared ones may appear. */
function closed<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}

export const SEARCH_OUTPUT = closed({
  kind: Type.Literal('discovery'),
  query: text,
  results: Type.Array(
    closed({
      title: Type.String({ maxLength: 300 }),
      url: Type.String({ maxLength: 4096 }),
      domain: Type.String({ maxLength: 253 }),
      snippet: Type.String({ maxLength: 1024 }),
      published_at: Type.Optional(Type.String({ maxLength: 32 })),
      citation_id: Type.String({ pattern: '^source-[0-9]{2}$' }),
    }),
    { maxItems: 10 },
  ),
  truncated: Type.Boolean(),
  omitted: count,
});

export const CAPTURE_OUTPUT = closed({
  url: text,
  final_url: text,
  title: Type.String({ maxLength: 300 }),
  http_status: Type.Integer(),
  content_type: Type.String({ maxLength: 256 }),
  markdown_bytes: count,
  stash: closed({
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
    failed: Type.Optional(Type.Array(closed({ id: text, stage: text, error: text }), { maxItems: 16 })),
  }),
});

export const LIST_OUTPUT = closed({
  files: Type.Array(
    closed({
      file: text,
      requests: Type.Array(
        closed({
          index: ordinal,
          name: text,
          description: text,
          method: text,
          line: ordinal,
          tags: Type.Array(text),
        }),
      ),
    }),
    { maxItems: 1000 },
  ),
});

export const VALIDATE_OUTPUT = closed({
  file: text,
  valid: Type.Boolean(),
  requests: count,
  errors: Type.Array(text),
  diagnostics: Type.Array(
    closed({
      line: ordinal,
      column: ordinal,
      severity: Type.Enum(['error', 'warning'], { type: 'string' }),
      code: text,
      message: text,
    }),
  ),
});
