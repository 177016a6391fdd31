/** `svc mock` with API descriptions, alone and beside request files. */
import { dedent } from '../support/dedent.js';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import {
  SHOP_DESCRIPTION,
  ORDER_BODY,
  DESCRIBED_FILES,
  startDescribed,
  endDescribed,
} from './mock-description-setup.js';

function bombLines(): string {
  const names = Array.from('abcdefghi');
  return names
    .slice(1)
    .map(
      (name, index) =>
        `${name}: &${name} [${Array.from({ length: 8 }, () => `*${names[index]}`).join(', ')}]\n`,
    )
    .join('');
}

describe('svc mock with a description', () => {
  it('is read again when it or a document that it refers to changes', async () => {
    const svc = await startDescribed(DESCRIBED_FILES, '--watch', 'shop.yaml');
    await writeFile(join(svc.cwd, 'schemas/order.yaml'), ORDER_BODY.replace('[pen, ink]', '[cup]'));
    await svc.until(() => svc.stderr().includes('Serving 3 routes'));
    expect(svc.stderr()).toContain('Changed: schemas/order.yaml');
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders')).json).toMatchObject([{ item: 'cup' }]);
    await writeFile(join(svc.cwd, 'shop.yaml'), 'openapi: [');
    await svc.until(() => svc.stderr().includes('The routes are unchanged'));
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders')).status).toBe(200);
    await endDescribed(svc);
  });

  it('lets the requests pass that svc import makes of it', async () => {
    const svc = await startDescribed(DESCRIBED_FILES, 'shop.yaml');
    const imported = await runSvc(
      ['import', 'openapi', 'shop.yaml', '-o', 'shop.http', '--base-url', `${svc.origin}/v2`],
      { cwd: svc.cwd },
    );
    expect(imported.code).toBe(0);
    const { code, stdout } = await runSvc(['run', 'shop.http', '--output', 'json'], { cwd: svc.cwd });
    expect(code, stdout).toBe(0);
    await endDescribed(svc);
  });

  it('names the operations that were never used, with their lines', async () => {
    const svc = await startDescribed(DESCRIBED_FILES, '--require-used', '--json', 'shop.yaml');
    await sendRequest(svc.origin, 'GET', '/v2/orders');
    const { code, stdout } = await endDescribed(svc);
    const { unused } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { unused: object[] };
    expect(code).toBe(1);
    expect(unused).toMatchObject([
      { name: 'addOrder', file: 'shop.yaml', line: 14 },
      { name: 'readOrder', line: 22 },
    ]);
  });

  it('has the routes of request files first, and takes the rest from the description', async () => {
    const own = dedent`
      ### own
      GET {{baseUrl}}/v2/orders/7

      >>>mock
      {"id": 7, "own": true}
      <<<
    `;
    const svc = await startDescribed(
      { ...DESCRIBED_FILES, 'own.http': own },
      '--strict',
      'shop.yaml',
      'own.http',
    );
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders/7')).json).toEqual({ id: 7, own: true });
    expect((await sendRequest(svc.origin, 'GET', '/v2/orders/8')).json).toMatchObject({ item: 'pen' });
    await endDescribed(svc);
  });
});

describe('svc mock with other documents', () => {
  it.each([
    ['plain.yaml', 'a: 1\n', 'it has no field openapi or swagger'],
    ['four.yml', 'openapi: 4.0.0\n', 'its version is none of 2.0, 3.0, 3.1 and 3.2'],
    ['broken.json', '{"openapi": "3.0.0",', 'not valid JSON at line 1, column 21'],
    [
      'bomb.yaml',
      `a: &a [1, 1, 1, 1, 1, 1, 1, 1]\n${bombLines()}`,
      'made of aliases that stand for more than 5000000 values or for themselves',
    ],
  ])('refuses %s in one sentence', async (name, text, reason) => {
    const cwd = await temporaryWorkspace({ [name]: text });
    expect(await runSvc(['mock', '--port', '0', name], { cwd })).toMatchObject({
      code: 3,
      stderr: `Error: ${name} is not an OpenAPI description: ${reason}\n`,
    });
  });

  it('refuses a description without operations, and takes only request files of a directory', async () => {
    const cwd = await temporaryWorkspace({ 'empty.yaml': 'openapi: 3.1.0\n', 'shop.yaml': SHOP_DESCRIPTION });
    await mkdir(join(cwd, 'dir.yaml'));
    for (const path of ['empty.yaml', '.', 'dir.yaml']) {
      const { code, stderr } = await runSvc(['mock', '--port', '0', path], { cwd });
      expect([code, stderr.split('\n')[0]]).toEqual([64, `Error: no routes in ${path}`]);
    }
  });
});
