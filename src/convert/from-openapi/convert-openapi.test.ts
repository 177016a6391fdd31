import { describe, expect, it } from 'vitest';
import { importedText, lossLines } from '../../../test/support/runs/imported.js';
import { ServiceError } from '../../errors.js';
import { convert } from '../../../test/support/unit/convert-openapi-setup.js';

const DEPOT = `
openapi: 3.1.0
info: { title: Parcel depot, version: 1.4.0 }
servers:
  - url: https://{region}.depot.example.test/v1/
    variables: { region: { default: eu, enum: [eu, us] } }
security: [{ depotKey: [] }]
paths:
  /parcels/{parcelId}:
    parameters:
      - { name: parcelId, in: path, required: true, schema: { type: string, example: P-7 } }
    get:
      operationId: readParcel
      summary: Read one parcel
      tags: [parcels]
      parameters:
        - { name: expand, in: query, schema: { type: string }, example: route }
        - { name: verbose, in: query, schema: { type: boolean } }
      responses:
        "404": { description: none }
        "200": { description: ok, content: { application/json: {} } }
  /parcels:
    post:
      description: |
        Makes a parcel.
        It is sent at once.
      deprecated: true
      security: []
      requestBody:
        content:
          text/plain: {}
          application/json: { schema: { $ref: "#/components/schemas/Parcel" } }
      responses: { "2XX": { description: ok } }
      callbacks: { sent: {} }
components:
  securitySchemes: { depotKey: { type: apiKey, in: header, name: X-Depot-Key } }
  schemas:
    Parcel:
      type: object
      required: [to]
      properties:
        to: { type: string, minLength: 10 }
        id: { type: string, format: uuid }
        made: { type: string, format: date-time, readOnly: true }
        grams: { type: integer, minimum: 20 }
        insured: { type: number }
        size: { enum: [small, large] }
        note: { type: [null, string], maxLength: 3 }
webhooks: { parcelSent: {} }
`;

describe('convertOpenapi', () => {
  it('writes one request per operation, by path', async () => {
    const converted = await convert(DEPOT);
    expect(importedText(converted)).toBe(`# Parcel depot (imported from openapi)
# Version: 1.4.0
# Needs: depotKey_key

@baseUrl = https://eu.depot.example.test/v1
@parcelId = P-7

### postParcels
# @description Makes a parcel. It is sent at once.
# @tags deprecated
POST {{baseUrl}}/parcels
Content-Type: application/json

{
  "to": "exampleexa",
  "id": "{{$uuid()}}",
  "grams": 20,
  "insured": 1.0,
  "size": "small",
  "note": "exa"
}

>>>
expect status >= 200
expect status < 300
<<<

### Read one parcel
# @name readParcel
# @tags parcels
# @auth apiKey X-Depot-Key, {{depotKey_key}}
GET {{baseUrl}}/parcels/{{parcelId}}
# & verbose = true
? expand = route

>>>
expect status == 200
expect header Content-Type contains application/json
<<<
`);
    expect(lossLines(converted)).toEqual([
      '/webhooks/parcelSent: webhooks have no counterpart',
      '/paths/~1parcels/post/callbacks: callbacks have no counterpart',
    ]);
  });

  it('reads version 2.0', async () => {
    const converted = await convert({
      swagger: '2.0',
      info: { title: 'Old', version: 2 },
      host: 'old.example.test',
      basePath: '/api/',
      schemes: ['http', 'https'],
      consumes: ['application/json'],
      produces: ['application/json'],
      securityDefinitions: { login: { type: 'oauth2', flow: 'application', tokenUrl: '/token' } },
      security: [{ login: ['read', 'write'] }],
      paths: {
        '/a/{id}': {
          put: {
            parameters: [
              { name: 'id', in: 'path', type: 'integer', required: true },
              {
                name: 'ids',
                in: 'query',
                type: 'array',
                items: { type: 'integer' },
                required: true,
                collectionFormat: 'pipes',
                'x-example': [1, 2],
              },
              { name: 'X-Mode', in: 'header', type: 'string', enum: ['fast'], required: true },
              { name: 'body', in: 'body', schema: { $ref: '#/definitions/A' } },
            ],
            responses: { 302: {}, 404: {} },
          },
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { $ref: '#/parameters/photo' },
              {
                name: 'tags',
                in: 'formData',
                type: 'array',
                items: { type: 'string' },
                collectionFormat: 'multi',
              },
            ],
            responses: { 201: { schema: {} } },
          },
        },
      },
      parameters: { photo: { name: 'photo', in: 'formData', type: 'file' } },
      definitions: {
        A: { allOf: [{ properties: { a: { type: 'boolean' } } }, { properties: { b: { default: 5 } } }] },
      },
    });
    expect(importedText(converted)).toBe(
      `# Old (imported from openapi)
# Version: 2
# Needs: ./photo.bin, login_client_id, login_client_secret

@baseUrl = https://old.example.test/api
@id = 1

### postA_id
# @auth oauth2 client_credentials https://old.example.test/token, {{login_client_id}}, {{login_client_secret}}, read,write
POST {{baseUrl}}/a/{{id}}

>>>multipart
file photo @./photo.bin
field tags = example
<<<

>>>
expect status == 201
expect header Content-Type contains application/json
<<<

### putA_id
# @no-redirect
# @auth oauth2 client_credentials https://old.example.test/token, {{login_client_id}}, {{login_client_secret}}, read,write
PUT {{baseUrl}}/a/{{id}}
? ids = 1|2
Content-Type: application/json
X-Mode: fast

{
  "a": true,
  "b": 5
}

>>>
expect status == 302
<<<
`,
    );
  });

  it('takes only operations with one of the tags, and no assertions when asked', async () => {
    const converted = await convert(DEPOT, {
      tags: ['PARCELS', 'x'],
      tests: false,
      baseUrl: 'http://localhost:8080/',
    });
    const text = importedText(converted);
    expect(text.match(/^(?:GET|POST) .*/gm)).toEqual(['GET {{baseUrl}}/parcels/{{parcelId}}']);
    expect(text).toContain('@baseUrl = http://localhost:8080\n');
    expect(text).not.toContain('>>>');
    expect((await convert(DEPOT, { tags: ['none'] })).warnings).toEqual([
      'no operation has one of the tags asked for',
    ]);
  });

  it.each([
    ['', 'empty'],
    ['just words', 'it has no field openapi or swagger'],
    ['[]', 'it has no field openapi or swagger'],
    ['{"openapi": "4.0.0"}', 'its version is none of 2.0, 3.0, 3.1 and 3.2'],
    ['{"swagger": "1.2"}', 'its version is none of 2.0, 3.0, 3.1 and 3.2'],
    ['{"openapi": ', 'not valid JSON at line 1, column 13'],
    ['openapi: 3.0.0\n  x: [', 'not valid YAML at line 2, column 4 (bad indentation of a mapping entry)'],
  ])('refuses %j', async (source, reason) => {
    await expect(convert(source)).rejects.toThrow(
      new ServiceError('input', `not an OpenAPI document: ${reason}`),
    );
  });

  it('goes on with a document that breaks its rules', async () => {
    const paths = {
      '/a': { get: { parameters: 'x', responses: [], tags: 5, security: 'y', servers: {} }, post: 7 },
      '/b': null,
    };
    const converted = await convert({ openapi: '3.2.0', info: null, servers: 'x', components: [], paths });
    expect(importedText(converted)).toContain('### getA\nGET {{baseUrl}}/a\n');
    expect(converted.warnings).toEqual(['the document has no info.title']);
    expect((await convert({ openapi: '3.1.0' })).warnings).toEqual([
      'the document has no info.title',
      'the document has no paths',
    ]);
  });
});
