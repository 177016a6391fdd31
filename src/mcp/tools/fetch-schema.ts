import type { Schema } from '../protocol/check-arguments.js';

export const FETCH_SCHEMA: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 8192,
      description: 'An http or https URL without credentials; give either url or file.',
    },
    file: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      description:
        'A request file (.http, .spec) of the workspace, as a relative path; give either url or file.',
    },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'With file: exact name of the request; not together with index.',
    },
    index: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      description: 'With file: place of the request, counted from 1; not together with name.',
    },
    environment: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'With file: environment of the config; by default its default environment, then dev.',
    },
    env_file: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      description: 'With file: a dotenv file of the workspace, used for this call only.',
    },
    config_file: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      description: 'With file: a config file of the workspace instead of the nearest service.yaml.',
    },
    method: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z-]{0,31}$',
      description: 'With url: the method; by default GET, or POST when there is a body.',
    },
    body: {
      type: 'string',
      maxLength: 1_048_576,
      description: 'With url: the body, sent as UTF-8; name its type in a Content-Type header.',
    },
    headers: {
      type: 'object',
      maxProperties: 64,
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$" },
      additionalProperties: { type: 'string', maxLength: 8192 },
      description: 'With url: request headers; they stay behind when a redirect leads to another origin.',
    },
    format: {
      type: 'string',
      enum: ['raw', 'text', 'markdown', 'json'],
      default: 'text',
      description: 'text or markdown for reading, json for headers and body, raw for the bytes in base64.',
    },
    no_follow: {
      type: 'boolean',
      default: false,
      description: 'True stops at the first redirect and gives it as the result.',
    },
    max_chars: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      description: 'With text or markdown: most characters of this part of the document.',
    },
    start_index: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'With text or markdown: character to begin with; next_index of the part before.',
    },
    main_content: {
      type: 'boolean',
      default: false,
      description: 'With text or markdown: only the main part of an HTML page.',
    },
  },
};
