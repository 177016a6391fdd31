import { expect, test } from 'vitest';
import { appendSample } from './append-sample.js';

test('an example is a request of its own at the end', () => {
  expect(appendSample('GET /a\n\n\n', 'GET /b')).toEqual({ text: 'GET /a\n\n###\nGET /b\n', line: 3 });
  expect(appendSample('GET /a\n', '### Two\nGET /b')).toEqual({
    text: 'GET /a\n\n### Two\nGET /b\n',
    line: 3,
  });
});

test('an empty file gets the example only, and line breaks stay as they are', () => {
  expect(appendSample('\n', 'GET /b')).toEqual({ text: 'GET /b\n', line: 1 });
  expect(appendSample('# x\r\nGET /a\r\n', '### B\nGET /b')).toEqual({
    text: '# x\r\nGET /a\r\n\r\n### B\r\nGET /b\r\n',
    line: 4,
  });
});
