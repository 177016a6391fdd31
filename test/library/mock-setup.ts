import { onTestFinished } from 'vitest';
import { createMock } from '../../src/library.js';
import type { Mock, MockOptions } from '../../src/programs/mock-types.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

export const SHOP = dedent`
  ### login
  POST {{shop}}/login

  >>>
  expect status == 201
  expect body.token == {{token}}
  <<<

  ### order
  GET {{shop}}/orders/7

  >>>
  expect status == 200
  expect body.id == 7
  <<<
`;

export async function start(options: MockOptions = {}): Promise<Mock> {
  const cwd = await temporaryWorkspace({ 'shop.http': SHOP });
  const variables = { shop: 'http://shop.test', token: 't-1' };
  const mock = await createMock(['shop.http'], { cwd, env: {}, variables, ...options });
  onTestFinished(() => mock.close().catch(() => undefined));
  return mock;
}
