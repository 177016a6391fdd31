import { dedent } from '../../support/dedent.js';

export const LAMPS = dedent`
  openapi: 3.1.0
  servers: [{ url: /v1 }]
  paths:
    /lamps/{lampId}:
      get:
        operationId: readLamp
        parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
        responses: { '200': { description: ok, content: { application/json: { schema: { $ref: './lamp.yaml' } } } } }
`;
export const FILES = {
  'api/lamps.yaml': LAMPS,
  'api/lamp.yaml': 'type: object\nrequired: [id]\nproperties: { id: { type: integer, minimum: 3 } }\n',
  'plain.json': '{"a": 1}',
};
