import { Type } from '../../primitives/shapes/type.js';
import { PROXY_PATTERN } from '../../workspace/config/config.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

export const settings = {
  defaultEnvironment: Type.String({
    pattern: '^(?!active$)[\\s\\S]+$',
    rule: 'a name other than "active", which is reserved',
  }),
  timeout: Type.Number({ exclusiveMinimum: 0, maximum: 2_147_483_647, description: 'milliseconds' }),
  retries: Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null({ additive: true })], {
    rule: 'a whole number from 1 to 100, or null',
    description: 'Further attempts after a failure; null for none, which removes the key from the file.',
  }),
  followRedirects: Type.Boolean(),
  validateSSL: Type.Boolean(),
  proxy: Type.String({
    pattern: `^(?:|${PROXY_PATTERN})$`,
    rule: 'an http:// or https:// URL, or empty',
    description: 'Empty for none.',
  }),
  headers: Type.Record(Type.String(), Type.String({ rule: 'one line of text' }), {
    description: 'Of every request.',
  }),
  parallel: Type.Boolean(),
  concurrency: Type.Integer({ minimum: 1, maximum: 1000, description: 'Most requests in flight.' }),
};

/** The values of the file may exceed the limits of what a client may set. */
export const configuration = Type.Object(
  {
    defaultEnvironment: Type.Optional(Type.String()),
    timeout: Type.Optional(Type.Number({ description: 'milliseconds' })),
    retries: Type.Optional(Type.Integer({ minimum: 0 })),
    followRedirects: Type.Optional(Type.Boolean()),
    validateSSL: Type.Optional(Type.Boolean()),
    proxy: Type.Optional(Type.String()),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    parallel: Type.Optional(Type.Boolean()),
    concurrency: Type.Optional(Type.Integer()),
  },
  { title: 'Configuration', description: 'Empty without a config file, otherwise complete.' },
);

export const configRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/config', {
    summary: 'The configuration',
    responses: { 200: configuration },
    errors: [400],
    handle: async (_, service) => respond(await service.configuration.settings()),
  }),
  defineRoute('PUT', '/config', {
    summary: 'Change some settings',
    body: Type.Partial(Type.Object(settings), { additionalProperties: false }),
    responses: { 200: configuration },
    errors: [400, 409, 500],
    handle: async ({ body }, service) => respond(await service.configuration.changeSettings(body)),
  }),
];
