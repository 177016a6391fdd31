import { dedent } from '../support/dedent.js';

export const STATEFUL_ORDERS = dedent`
  ### Place an order
  # @name place
  POST /orders

  {"item": 7, "count": 2}

  >>>
  expect status == 201
  expect body.id type integer
  expect header Location exists
  <<<

  >>>capture
  id from body.id
  <<<

  ### Read it
  # @depends place
  GET /orders/{{place.id}}

  >>>
  expect body.count == 2
  <<<

  ### Replace it
  # @depends place
  PUT /orders/{{place.id}}

  ### Change it
  # @depends place
  PATCH /orders/{{place.id}}

  ### Delete it
  # @depends place
  DELETE /orders/{{place.id}}

  >>>
  expect status == 204
  <<<

  ### All orders
  GET /orders

  >>>
  expect body.orders[0].id exists
  expect body.total == 1
  <<<

  ### Pay
  # @depends place
  POST /orders/{{place.id}}/payment

  ### Other
  GET /other
`;
