import { expect, it } from 'vitest';
import { requestName, requestTitle } from './request-title.js';

it.each([
  ['GET', '/', 'Get Root', 'Get_Root'],
  ['GET', '/crates', 'Get Crates', 'Get_Crates'],
  ['POST', '/api/v1/crates', 'Create Crates', 'Create_Crates'],
  ['PUT', '/v2/crates/17/labels', 'Update Crates Labels', 'Update_Crates_Labels'],
  ['PATCH', '/order-items/line_items', 'Patch Order Items Line Items', 'Patch_Order_Items_Line_Items'],
  ['DELETE', '/crates/0b8f4a52-3a5c-4f6e-9d1e-1c2d3e4f5a6b', 'Delete Crates', 'Delete_Crates'],
  ['HEAD', '/crates/deadbeefdeadbeef', 'HEAD Crates', 'HEAD_Crates'],
  ['GET', '/crates/api/v1', 'Get Crates Api V1', 'Get_Crates_Api_V1'],
  ['GET', '/caf%C3%A9/%zz', 'Get Café Zz', 'Get_Café_Zz'],
  ['GET', '/x/{{TOKEN}}', 'Get X', 'Get_X'],
  ['GET', '/123', 'Get Root', 'Get_Root'],
])('%s %s is %s', (method, path, title, name) => {
  expect(requestTitle(method, path)).toBe(title);
  expect(requestName(title)).toBe(name);
});
