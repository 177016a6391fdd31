// A small API description. Its import at the end of a build compiles what imports need, for the code cache.

const text = { type: 'string' };
const schemas = {
  Address: { type: 'object', properties: { street: text, city: { ...text, example: 'Oslo' } } },
  Parcel: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', format: 'int64', minimum: 1 },
      code: { ...text, format: 'uuid', maxLength: 40 },
      state: { ...text, enum: ['sent', 'lost'] },
      weight: { type: 'number' },
      isInsured: { type: 'boolean' },
      sentAt: { ...text, format: 'date-time' },
      to: { $ref: '#/components/schemas/Address' },
      from: { anyOf: [{ $ref: '#/components/schemas/Address' }, text], nullable: true },
      stops: {
        type: 'array',
        items: { allOf: [{ $ref: '#/components/schemas/Address' }, { title: 'Stop' }] },
      },
    },
  },
};
const parcel = { schema: { $ref: '#/components/schemas/Parcel' } };
const form = {
  schema: { type: 'object', properties: schemas.Parcel.properties },
  encoding: { to: { style: 'deepObject', explode: true }, stops: { style: 'deepObject', explode: true } },
};
const responses = {
  200: { description: 'OK', content: { 'application/json': parcel } },
  404: { $ref: '#/components/responses/Missing' },
  default: { description: 'Other' },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const query = { name: 'page', in: 'query', required: true, schema: { type: 'integer', default: 1 } };
const trace = { name: 'X-Trace', in: 'header', schema: text, example: 'a-1' };

/** @param {string} operationId @param {object} [more] */
function operation(operationId, more) {
  return {
    operationId,
    summary: operationId,
    description: 'Changes\nparcels.',
    tags: ['parcels'],
    responses,
    ...more,
  };
}

export const warmApi = {
  openapi: '3.0.3',
  info: { title: 'Parcels', version: '1.0' },
  servers: [{ url: 'https://parcels.example.test/{version}', variables: { version: { default: 'v1' } } }],
  security: [{ token: [] }],
  paths: {
    '/parcels': {
      get: operation('list parcels', { parameters: [query, { $ref: '#/components/parameters/Trace' }] }),
      post: operation('createParcel', { requestBody: { content: { 'application/json': parcel } } }),
    },
    '/parcels/{id}': {
      parameters: [id],
      get: operation('getParcel', { security: [{ key: [] }], deprecated: true }),
      put: operation('replaceParcel', {
        requestBody: { content: { 'application/x-www-form-urlencoded': form } },
        security: [{ account: [] }],
      }),
    },
  },
  components: {
    schemas,
    parameters: { Trace: trace },
    responses: { Missing: { description: 'Missing' } },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      account: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};
