import { placedOrders } from '../support/mocks/placed-orders.js';

export const KEPT_ORDERS = `${placedOrders()}
### all
GET /orders
`;

export const KEPT_FILES = {
  'orders.http': KEPT_ORDERS,
  'service.yaml': 'secrets: [key]\nenvironments:\n  dev: { key: 4711-top }\n',
};
