import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { nearPath } from './near-path.js';

it.each([
  ['order.http', 'orders.http'],
  ['orders.htp', 'orders.http'],
  ['ORDERS.HTTP', 'orders.http'],
  ['orders', 'orders.http'],
  ['./order.http', './orders.http'],
  ['shp', 'shop'],
  ['shop/car.spec', 'shop/cart.spec'],
  ['shp/cart.spec', 'shop/cart.spec'],
  ['shp/other.spec', undefined],
  ['nothing.http', undefined],
  ['note.txt', undefined],
  ['gone/deep/x.http', undefined],
])('%s is near %s', async (path, near) => {
  const cwd = await temporaryWorkspace({ 'orders.http': '', 'notes.txt': '', 'shop/cart.spec': '' });
  expect(nearPath(path, cwd)).toBe(near);
});
