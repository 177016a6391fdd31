import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';

const TEMPLATE_ORDERS = dedent`
  ### Add
  # @name add
  # @mock.template
  POST {{baseUrl}}/orders/{{shop}}?page=1

  {"item": "Nut", "count": 2}

  >>>
  expect status == 201
  expect body.item == "Nut"
  <<<

  >>>mock
  201 Created
  Location: /orders/{{shop}}?by={{request.header.x-user}}

  {"id": "{{$uuid}}", "item": "{{request.body.item}}", "count": {{request.body.count}}, "page": {{request.query.page}}, "shop": {{shop}}}
  <<<

  ### Zipped
  # @name zipped
  # @mock.template
  GET {{baseUrl}}/zipped

  >>>mock
  200
  Content-Encoding: gzip
  Content-Type: text/html

  <p>{{request.query.name}}</p>
  <<<

  ### Plain
  # @name plain
  GET {{baseUrl}}/plain/{{id}}

  >>>mock
  200

  {"a": "{{request.query.a}} {{id}}"}
  <<<
`;

export async function startTemplated(...args: string[]): Promise<LiveSvc & { origin: string }> {
  const cwd = await temporaryWorkspace({ 'orders.http': TEMPLATE_ORDERS });
  const svc = startSvc(['mock', '--port', '0', ...args, 'orders.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('/plain/'));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '' };
}
