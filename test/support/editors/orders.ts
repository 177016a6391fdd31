import { dedent } from '../dedent.js';

/** One request that passes, one whose second assertion fails, one that is skipped. */
export const ORDERS = dedent`
  @enabled = no

  ### list
  # @name list
  GET {{host}}/orders

  >>>
  expect status == 200
  <<<

  ### total
  # @name total
  GET {{host}}/orders/1

  >>>
  expect status == 200
  expect body.total == 42.5
  <<<

  ### later
  # @name later
  # @if {{enabled}} == yes
  GET {{host}}/later
`;
