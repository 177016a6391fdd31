import { dedent } from '../../support/dedent.js';
import { placedOrders } from '../../support/mocks/placed-orders.js';

export const OTHERS = dedent`
  ### turns
  # @mock.sequence cycle
  GET /turns

  >>>mock
  200 OK

  one
  <<<

  >>>mock
  200 OK

  two
  <<<

  ### echo
  GET /echo

  >>>mock
  200 OK
  Content-Type: text/plain

  {{request.query.text}}
  <<<
`;
export const FILES = { 'orders.http': `${placedOrders()}\n${OTHERS}` };
