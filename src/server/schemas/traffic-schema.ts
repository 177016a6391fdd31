/** What the mock server and the recording proxy say of an exchange, and how both export a choice of them. */
import { Type } from '../../primitives/shapes/type.js';

export const message = Type.Object({
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Type.String({ description: 'What was kept of it, decoded.' }),
  bodyEncoding: Type.Union([Type.Literal('utf-8'), Type.Literal('base64')]),
});

/** Long enough for thousands of single ids, short enough for a URL. */
const MAX_IDS_LENGTH = 8000;

export const idRanges = Type.String({
  additive: true,
  maxLength: MAX_IDS_LENGTH,
  pattern: String.raw`^\d{1,15}(-\d{1,15})?(,\d{1,15}(-\d{1,15})?)*$`,
  rule: `numbers and ranges, such as 3,7-12, at most ${MAX_IDS_LENGTH} characters`,
  description: 'Only these, such as 3,7-12.',
});

export const exportQuery = Type.Object({
  format: Type.Optional(
    Type.Union([Type.Literal('http'), Type.Literal('har'), Type.Literal('json')], {
      additive: true,
      rule: 'http, har or json',
      description: 'A request file when left out, an HTTP archive, or everything as plain JSON.',
    }),
  ),
  chain: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false')], {
      additive: true,
      rule: 'true or false',
      description: 'false: values of earlier responses stay as they were sent.',
    }),
  ),
  ids: Type.Optional(idRanges),
});
