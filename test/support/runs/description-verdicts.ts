/** What described operations say about requests. */
import { onTestFinished } from 'vitest';
import { startMock } from '../../../src/mock/mock-server.js';
import { dedent } from '../dedent.js';
import { NO_PORTS } from '../servers/served-ports.js';
import { describedRoutes } from './description-routes.js';

/** One operation for each kind of parameter and body. */
export const DEPOT = dedent`
  openapi: 3.0.3
  info: { title: Depot, version: '1' }
  servers: [{ url: 'https://depot.test/v1' }]
  paths:
    /crates:
      get:
        parameters:
          - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
          - { name: tags, in: query, schema: { type: array, maxItems: 2, items: { enum: [red, blue] } } }
          - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
          - { name: zones, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
          - { name: range, in: query, style: deepObject, schema: { type: object, required: [from], properties: { from: { type: integer }, to: { type: integer } } } }
          - { name: sort, in: query, schema: { type: object, properties: { by: { type: string }, down: { type: boolean } } } }
          - { name: code, in: query, schema: { oneOf: [{ type: integer }, { type: string, pattern: '^x' }] } }
          - { name: zip, in: query, schema: { type: string, minLength: 5 } }
          - { name: note, in: query, allowEmptyValue: true, schema: { type: string, minLength: 5 } }
          - { name: when, in: query, schema: { type: string, format: date } }
          - { name: filter, in: query, content: { application/json: { schema: { type: object, required: [a] } } } }
        responses: { '200': { description: ok } }
    /crates/{crateId}:
      parameters:
        - { name: crateId, in: path, required: true, schema: { type: integer } }
        - { $ref: '#/components/parameters/Trace' }
      get:
        parameters:
          - { name: X-Parts, in: header, schema: { type: array, items: { type: integer } } }
          - { name: desk, in: cookie, schema: { type: string, maxLength: 3 } }
          - { name: Accept, in: header, required: true, schema: { enum: [none] } }
        responses: { '200': { description: ok } }
      put:
        requestBody: { $ref: '#/components/requestBodies/Crate' }
        responses: { '204': { description: ok } }
    /labels/{names}/{.dots}/{;semis}:
      get:
        parameters:
          - { name: names, in: path, required: true, schema: { type: array, maxItems: 2 } }
        responses: { '200': { description: ok } }
    /notes:
      post:
        requestBody:
          content:
            application/x-www-form-urlencoded:
              schema:
                type: object
                required: [text]
                properties: { text: { type: string }, count: { type: integer }, tags: { type: array, maxItems: 1, items: { type: string } } }
            multipart/form-data:
              schema: { type: object, required: [file, size], properties: { file: { type: string, format: binary }, size: { type: integer } } }
            text/*: {}
        responses: { '200': { description: ok } }
  components:
    parameters:
      Trace: { name: X-Trace, in: header, required: true, schema: { type: string, minLength: 3 } }
    requestBodies:
      Crate:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } }
    schemas:
      Crate:
        type: object
        required: [id, weight]
        additionalProperties: false
        properties:
          id: { allOf: [{ type: integer }], readOnly: true }
          weight: { type: number, minimum: 0.5, nullable: true }
          inner: { $ref: '#/components/schemas/Crate' }
          lid: { oneOf: [{ $ref: '#/components/schemas/Wood' }, { type: boolean }] }
      Wood: { allOf: [{ type: object, required: [age] }, { properties: { age: { type: integer } } }] }
`;

export interface Refusal {
  readonly message?: string;
  readonly problems?: readonly string[];
}

/** Where a mock server of the description listens. */
export async function origin(text: string): Promise<string> {
  const mock = await startMock({
    routes: await describedRoutes(text),
    host: '127.0.0.1',
    port: 0,
    delay: 0,
    cors: false,
    ports: NO_PORTS,
    onRequest: () => undefined,
  });
  onTestFinished(() => mock.stop(0));
  return `http://${mock.host}:${mock.port}`;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The status, and everything that is said about the request. */
export async function verdict(text: string, target: string, sent: Sent = {}): Promise<string> {
  const response = await fetch((await origin(text)) + target, sent);
  const refusal = response.headers.get('content-type') === 'application/json' ? await response.json() : {};
  const { message = '', problems = [message] } = refusal as Refusal;
  return [response.status, ...problems].join('; ').replace(/; $/, '');
}

export const TRACE = { 'X-Trace': 'abc' };
export const JSON_TYPE = { ...TRACE, 'Content-Type': 'application/json' };
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A form of several parts. */
export function parts(...fields: readonly (readonly [string, string])[]): Sent {
  const texts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return { method: 'POST', headers, body: `${texts.join('')}--b--\r\n` };
}
