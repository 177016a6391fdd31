import { describe, expect, it } from 'vitest';
import { fileNameFor } from './file-name.js';

describe('the name of a saved body', () => {
  it.each([
    ['report.pdf', 'application/pdf', 'attachment; filename="report.pdf"', 'http://h/x'],
    ['caf\u00e9.txt', 'text/plain', 'attachment; filename="x.txt"; filename*=UTF-8\'\'caf%C3%A9.txt', ''],
    ['passwd', 'text/plain', 'attachment; filename="../../etc/passwd"', ''],
    ['orders.json', 'application/json; charset=utf-8', '', 'http://h/v1/orders?x=1'],
    ['photo.jpg', 'image/jpeg', '', 'http://h/photo.jpg#top'],
    ['response.json', 'application/problem+json', '', 'http://h/'],
    ['response.bin', '', '', ''],
    ['data.txt', 'text/unusual', 'inline', 'http://h/data'],
    ['a_b_.xml', 'text/xml', '', 'http://h/a%3Ab%0A'],
  ])('is %s', (name, contentType, contentDisposition, url) => {
    expect(fileNameFor({ contentType, contentDisposition, url })).toBe(name);
  });
});
