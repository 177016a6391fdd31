import { mapType, Type, type ValueOf } from '../../primitives/shapes/type.js';
import { closedObject, optionalText } from '../protocol/argument-types.js';

const MAX_PATH_CHARS = 1024;

export const FETCH_SCHEMA = closedObject({
  url: optionalText(8192, 'An http or https URL without credentials; give either url or file.'),
  file: optionalText(
    MAX_PATH_CHARS,
    'A request file (.http, .spec) of the workspace, as a relative path; give either url or file.',
  ),
  name: optionalText(256, 'With file: exact name of the request; not together with index.'),
  index: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'With file: place of the request, counted from 1; not together with name.',
    }),
  ),
  environment: optionalText(
    128,
    'With file: environment of the config; by default its default environment, then dev.',
  ),
  env_file: optionalText(
    MAX_PATH_CHARS,
    'With file: a dotenv file of the workspace, used for this call only.',
  ),
  config_file: optionalText(
    MAX_PATH_CHARS,
    'With file: a config file of the workspace instead of the nearest service.yaml.',
  ),
  method: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z-]{0,31}$',
      description: 'With url: the method; by default GET, or POST when there is a body.',
    }),
  ),
  body: Type.Optional(
    Type.String({
      maxLength: 1_048_576,
      description: 'With url: the body, sent as UTF-8; name its type in a Content-Type header.',
    }),
  ),
  headers: Type.Optional(
    mapType(Type.String({ maxLength: 8192 }), {
      maxProperties: 64,
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$" },
      description: 'With url: request headers; they stay behind when a redirect leads to another origin.',
    }),
  ),
  format: Type.Optional(
    Type.Enum(['raw', 'text', 'markdown', 'json'], {
      type: 'string',
      default: 'text',
      description: 'text or markdown for reading, json for headers and body, raw for the bytes in base64.',
    }),
  ),
  no_follow: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True stops at the first redirect and gives it as the result; location is its target without the query.',
    }),
  ),
  max_chars: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'With text or markdown: most characters of this part of the document; 20000 is a good page size.',
    }),
  ),
  start_index: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'With text or markdown: character to begin with; next_index of the part before.',
    }),
  ),
  main_content: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With text or markdown: only the main part of an HTML page.',
    }),
  ),
});

export type FetchArguments = ValueOf<typeof FETCH_SCHEMA>;
