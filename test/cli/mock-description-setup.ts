import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';

export const SHOP_DESCRIPTION = dedent`
  openapi: 3.0.3
  info: { title: Shop, version: '1' }
  servers: [{ url: 'http://shop.test/v2' }]
  paths:
    /orders:
      get:
        operationId: listOrders
        parameters:
          - { name: limit, in: query, schema: { type: integer, maximum: 100 }, example: 5 }
        responses:
          '200':
            description: the orders
            content: { application/json: { schema: { type: array, items: { $ref: './schemas/order.yaml' } } } }
      post:
        operationId: addOrder
        requestBody:
          required: true
          content: { application/json: { schema: { $ref: './schemas/order.yaml' } } }
        responses:
          '201': { description: added, content: { application/json: { example: { id: 41 } } } }
    /orders/{orderId}:
      get:
        operationId: readOrder
        parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
        responses:
          '200': { description: one, content: { application/json: { schema: { $ref: './schemas/order.yaml' } } } }
          '404': { description: none, content: { application/json: { example: { why: unknown } } } }
`;
export const ORDER_BODY = dedent`
  type: object
  required: [id, item]
  properties:
    id: { type: integer, readOnly: true }
    item: { type: string, enum: [pen, ink] }
    parts: { type: array, items: { $ref: './order.yaml' } }
`;
export const DESCRIBED_FILES = { 'shop.yaml': SHOP_DESCRIPTION, 'schemas/order.yaml': ORDER_BODY };

export async function startDescribed(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<LiveSvc & { origin: string; cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  const svc = startSvc(['mock', '--port', '0', ...args], { cwd, timeout: 90_000 });
  await svc.until(() => /Mock server on \S+\n {2}\S/.test(svc.stderr()));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '', cwd };
}

export async function endDescribed(
  svc: LiveSvc,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  svc.send('SIGTERM');
  return svc.ended;
}
