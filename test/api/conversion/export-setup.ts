import { expect } from 'vitest';
import { type RunningServer } from '../../support/servers/running-server.js';

export const ORDERS = `@base = https://{{host}}/v1
@id = 7

### Log in
# @name login
POST {{base}}/session?at={{$base64(a)}}

{"user": "{{user}}"}

### createOrder
# @auth bearer {{login.token}}
# @skip
PUT {{base}}/orders/{{id}}

< ./order.json

###
# @auth oauth2 client_credentials https://id.example.test/token, me, {{secretly}}
GET {{base}}/orders
`;

export const CONFIG = `headers: {X-Team: desk}
environments:
  staging: {host: staging.example.test, user: it's me, id: 8, secretly: "{{SHOP_KEY}}"}
`;

export interface Exported {
  readonly commands: readonly string[];
  readonly warnings: readonly string[];
}

export async function exported({ call }: RunningServer, json: unknown): Promise<Exported> {
  const response = await call('POST', '/export/curl', { json });
  expect(response.status, response.text).toBe(200);
  expect(Object.keys(response.json as object)).toEqual(['commands', 'warnings']);
  return response.json as Exported;
}
