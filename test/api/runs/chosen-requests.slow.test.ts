import { describe, expect, it } from 'vitest';
import { SECRET, start, execute } from './chosen-requests-setup.js';

describe('what clients choose of a file', () => {
  it.each<[object, string[]]>([
    [{ requestNames: ['refund', 'order'] }, ['list', 'order', 'refund']],
    [{ requestName: 'refund', requestNames: ['list'] }, ['list', 'refund']],
    [{ tags: ['slow'] }, ['list']],
    [{ tags: ['smoke'], rows: [3, 1] }, ['login [1]', 'login [3]', 'list']],
    [{ excludeTags: ['smoke'] }, ['list', 'order', 'refund']],
    [{ requestNames: ['login', 'refund'], tags: ['smoke'], rows: [2] }, ['login [2]']],
    [{ rows: [9], requestNames: ['login'] }, ['login']],
    [{ tags: ['none'] }, []],
    [
      { parallel: true, concurrency: 2, excludeTags: ['slow'], rows: [1] },
      ['login [1]', 'list', 'order', 'refund'],
    ],
  ])('%j', async (choice, expected) => {
    const { results } = await execute(await start(), choice);
    expect(results.map(({ name }) => name)).toEqual(expected);
  });

  it('refuses a name that no request has', async () => {
    const { server } = await start();
    const json = { file: 'a.http', requestNames: ['list', 'lst'] };
    expect(await server.call('POST', '/execute', { json })).toMatchObject({
      status: 404,
      json: { message: 'request not found: lst in a.http' },
    });
  });
});

describe('reports of executions', () => {
  it('join several executions in each format, without secrets, and are downloads', async () => {
    const setup = await start();
    const first = await execute(setup, { reports: true });
    const second = await execute(setup, { file: 'b.http', requestNames: ['order'], reports: true });
    const report = (format: string, executions = [first.id, second.id]) =>
      setup.server.call('POST', '/reports', { json: { executions, format } });
    const junit = await report('junit');
    expect(junit).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    });
    expect(junit.headers['content-disposition']).toBe('attachment; filename="junit.xml"');
    expect(junit.text).toMatch(/<testsuites name="svc" tests="8" failures="2" errors="0" skipped="0"/);
    expect((await report('json')).json).toMatchObject({
      summary: { total: 8, passed: 6, failed: 2 },
    });
    const html = await report('html');
    expect(html.text).toMatch(/^<!doctype html>[\s\S]*a\.http[\s\S]*b\.http/i);
    expect((await report('tap', [second.id])).text).toMatch(/1\.\.2/);
    for (const { text } of [junit, html, await report('json'), await report('ctrf')])
      expect(text).not.toContain(SECRET);
  });
});
