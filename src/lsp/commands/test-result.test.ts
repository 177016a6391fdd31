import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { dedent } from '../../../test/support/dedent.js';
import {
  countingServer,
  editorListeners,
  editorRequest,
  orderServer,
  runIn,
} from '../../../test/support/runs/editor-run.js';
import { createRunCommands } from './create-run-commands.js';
import { runFindings } from './run-findings.js';

describe('the tests of a run', () => {
  it('have the lines of assertions in blocks, also for data rows', async () => {
    const { url } = await orderServer();
    const text = dedent`
      ### rows
      # @data ./rows.csv
      GET ${url}/{{row.id}}

      >>>
      # a comment

      expect body.id == {{row.id}}
      expect body.total > 30
      expect body.name exists
      <<<
    `;
    const folder = await temporaryWorkspace({ 'orders.http': text, 'rows.csv': 'id\n9\n8\n' });
    const result = await runIn(folder);
    expect(result.tests.map(({ name, status, line }) => [name, status, line])).toEqual([
      ['rows [1]', 'failed', 1],
      ['rows [2]', 'failed', 1],
    ]);
    expect(result.tests.map(({ failures }) => failures.map(({ line }) => line))).toEqual([[10], [8, 10]]);
    // The same message at the same line is one finding.
    expect([...runFindings(result).values()].map((each) => each.map(({ line }) => line))).toEqual([[10, 8]]);
  });

  it('say why requests were skipped', async () => {
    const { url, hits } = await orderServer();
    const text = dedent`
      ### login
      GET ${url}/login

      >>>
      expect status 201
      <<<

      ### readOrder
      # @depends login
      GET ${url}/orders

      ### onlyInQa
      # @if {{stage}} == qa
      GET ${url}/qa

      ### later
      # @skip not ready
      GET ${url}/later

      ### lost
      # @depends ./missing.http#login
      GET ${url}/lost
    `;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const result = await runIn(folder);
    expect(result.tests.map(({ name, status, message }) => [name, status, message])).toEqual([
      ['login', 'failed', 'status equals: expected 201, got 200'],
      ['readOrder', 'skipped', 'dependency failed: login'],
      ['onlyInQa', 'skipped', 'condition not met'],
      ['later', 'skipped', 'not ready'],
      ['lost', 'skipped', 'dependency failed: ./missing.http#login not found'],
    ]);
    expect([result.verdict, result.passed, result.failed, result.skipped]).toEqual(['failed', 0, 1, 4]);
    expect(hits).toEqual(['GET /login']);
  });

  it('count attempts, and have the failures of the last one', async () => {
    let total = 0;
    const { url, hits } = await countingServer((_, response) => response.end(`{"total":${(total += 1)}}`));
    const text = dedent`
      ### waits
      # @retry 5
      # @retryDelay 1 ms
      GET ${url}/

      >>>
      expect body.total == 3
      <<<

      ### fails
      # @retry 1
      # @retryDelay 1 ms
      GET ${url}/

      >>>
      expect body.total == 3
      <<<
    `;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const { tests } = await runIn(folder);
    expect(tests.map(({ status, attempts, message }) => [status, attempts, message])).toEqual([
      ['passed', 3, undefined],
      ['failed', 2, 'body.total equals: expected 3, got 5'],
    ]);
    expect(tests[1]?.failures.map(({ line }) => line)).toEqual([16]);
    expect(hits.length).toBe(5);
  });

  it('are errors at the line of the request when no response came', async () => {
    const folder = await temporaryWorkspace({
      'orders.http': '### a\nGET http://127.0.0.1:1/\n\n### b\nGET {{nowhere}}/\n',
    });
    const result = await runIn(folder);
    expect([result.verdict, result.failed]).toEqual(['error', 2]);
    expect(result.tests.map(({ response, failures }) => [response, failures])).toEqual([
      [undefined, []],
      [undefined, []],
    ]);
    expect([...runFindings(result).values()]).toEqual([
      [
        expect.objectContaining({ line: 1, message: expect.stringContaining('refused') as string }),
        expect.objectContaining({ line: 4, message: expect.stringContaining('"nowhere"') as string }),
      ],
    ]);
  });

  it('have a failed status without assertions at the request', async () => {
    const { url } = await countingServer((_, response) => response.writeHead(404).end());
    const folder = await temporaryWorkspace({ 'orders.http': `\n### a\nGET ${url}\n` });
    const result = await runIn(folder);
    const message = 'status between: expected 200 to 299, got 404';
    expect(result.verdict).toBe('failed');
    expect(result.tests[0]?.failures).toEqual([{ line: 2, message, expected: '200 to 299', actual: '404' }]);
  });

  it('are one for a file with errors, which sends nothing', async () => {
    const { url, hits } = await orderServer();
    const folder = await temporaryWorkspace({
      'orders.http': `### a\nGET ${url}\n\n>>>\nexpect status 200\n`,
    });
    const result = await runIn(folder);
    const message = expect.stringContaining('not closed') as string;
    expect(result.verdict).toBe('error');
    expect(result.tests).toEqual([
      expect.objectContaining({
        name: 'orders.http',
        line: 1,
        status: 'failed',
        message,
        failures: [{ line: 4, message }],
      }),
    ]);
    expect(hits).toEqual([]);
  });

  it('show no secret', async () => {
    const { url } = await countingServer((_, response) => response.end('{"token":"planted-secret"}'));
    const text = `### a\nGET ${url}/?key={{key}}\n\n>>>\nexpect body.token == {{key}}-x\n<<<\n`;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const seen = editorListeners();
    const commands = createRunCommands();
    const request = editorRequest(folder, { process: { SVC_SECRET_key: 'planted-secret' } });
    const result = await commands.run(request, seen);
    const response = commands.lastResponse({ uri: request.uri, line: 1 });
    expect(result.failed).toBe(1);
    expect(response?.body).toBe('{"token":"[REDACTED]"}');
    expect(JSON.stringify([result, seen.events, seen.warnings, response])).not.toContain('planted-secret');
  });

  it('follow the permissions', async () => {
    const { url } = await orderServer();
    const text = `### a\nGET ${url}\n\n>>>shell\nexit 3\n<<<\n`;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const refused = await runIn(folder);
    const allowed = await runIn(folder, { permissions: { shell: true, database: false } });
    expect(refused.tests[0]?.message).toContain('--allow-shell');
    expect(allowed.tests[0]?.message).toContain('3');
  });
});
