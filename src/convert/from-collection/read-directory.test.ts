import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { printBuilt } from '../../request-file/print-built.js';
import { placeOfLoss } from '../converted.js';
import { convertCollection, convertCollectionDirectory } from './convert-collection.js';

const OPTIONS = { tests: true, saveBodies: true };

async function converted(files: Readonly<Record<string, string>>) {
  const source = {
    name: 'Shop',
    files: new Map(Object.entries(files)),
    others: new Set<string>(),
    losses: [],
  };
  const { files: made, losses } = await convertCollectionDirectory(source, OPTIONS);
  const printed = made[0] && printBuilt(made[0].file);
  if (printed === undefined || !('text' in printed)) throw new Error('not printed');
  return { text: printed.text, losses: losses.map((loss) => `${placeOfLoss(loss)}: ${loss.reason}`) };
}

const SHOP = {
  '.resources/definition.yaml':
    '$kind: collection\nname: My shop\nvariables:\n  baseUrl: http://127.0.0.1:3000\nauth:\n  - type: bearer\n    credentials:\n      - key: token\n        value: "{{token}}"\n',
  'Orders/.resources/definition.yaml': '$kind: collection\norder: 1000\n',
  'Orders/.resources/Read.resources/examples/ok.example.yaml':
    '$kind: http-example\nresponse:\n  statusCode: 206\n',
  'Orders/Read.request.yaml':
    '$kind: http-request\nmethod: GET\nurl: "{{baseUrl}}/orders/:id"\norder: 2000\npathVariables:\n  - key: id\n    value: "7"\nqueryParams:\n  - key: page\n    value: "1"\n  - key: off\n    value: "1"\n    disabled: true\nheaders:\n  Accept: application/json\nexamples: ./.resources/Read.resources/examples\n',
  'Orders/Create.request.yaml':
    '$kind: http-request\nname: Create it\nmethod: POST\nurl: "{{baseUrl}}/orders"\norder: 1000\nauth:\n  type: noauth\nbody:\n  type: json\n  content: \'{"a": 1}\'\nsettings: {x: 1}\n',
  'Watch.request.yaml': '$kind: websocket-request\nurl: ws://a.test\n',
};

describe('collections of version 3', () => {
  it('are read like format 2.1, in their order, with what folders define', async () => {
    const { text, losses } = await converted(SHOP);
    expect(text.match(/^(?:#|@|[A-Z]+ |\?).*$/gm)).toEqual([
      '# My shop (imported from collection)',
      '# Needs: token',
      '@baseUrl = http://127.0.0.1:3000',
      '@id = 7',
      '### Orders - Create it',
      '# ==== Orders ====',
      '# @name Create_it',
      'POST {{baseUrl}}/orders',
      '### Orders - Read',
      '# @name Read',
      '# @auth bearer {{token}}',
      'GET {{baseUrl}}/orders/{{id}}?page=1',
    ]);
    expect(parseText(text, '').requests[1]?.assertions[0]?.expected).toBe(206);
    expect(losses).toEqual([
      'Orders/Create.request.yaml: the field "settings" has no counterpart',
      'Watch.request.yaml: websocket-request has no counterpart',
    ]);
  });

  it('name losses by their files', async () => {
    const { losses } = await converted({
      'A/B.request.yaml': 'url: http://a.test\nauth: {type: ntlm}\n',
      'C.request.yaml': '[',
    });
    expect(losses).toEqual([
      expect.stringMatching(/^C\.request\.yaml: it is not valid YAML/),
      'A/B.request.yaml/auth: authentication of the type ntlm has no counterpart',
    ]);
  });

  it('need a request', async () => {
    await expect(converted({ '.resources/definition.yaml': 'name: x\n' })).rejects.toThrow(
      /no \*\.request\.yaml file/,
    );
  });
});

describe('an exported environment', () => {
  const collection = JSON.stringify({
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [{ key: 'host', value: 'http://old.test' }],
    item: [{ name: 'A', request: '{{host}}/{{token}}' }],
  });
  it('gives variables of the file, which win over those of the collection', async () => {
    const environment = JSON.stringify({
      name: 'Local',
      values: [
        { key: 'host', value: 'http://new.test', enabled: true },
        { key: 'token', value: 'abc', type: 'secret' },
        { key: 'off', value: '1', enabled: false },
      ],
    });
    const { files } = await convertCollection(collection, { ...OPTIONS, environment });
    expect(files[0]?.file.variables.map(({ name, value, secret }) => [name, value, secret])).toEqual([
      ['host', 'http://new.test', undefined],
      ['token', 'abc', true],
    ]);
  });

  it.each(['{}', '[1]', '{"name": "x"}', '{'])('refuses %s', async (environment) => {
    await expect(convertCollection(collection, { ...OPTIONS, environment })).rejects.toThrow(
      /^not an environment exported by Postman: /,
    );
  });
});
