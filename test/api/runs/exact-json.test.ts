import { describe, expect, it } from 'vitest';
import { listen } from '../../support/clients/event-client.js';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

const RECEIVED =
  '{"10":1,"2":9007199254740993,"b":{"7":[1234567890123456789e1],"3":-12345678901234567891},"1":1.10}';
const VALUE =
  '{"10":1,"2":9007199254740993,"b":{"7":[12345678901234567890],"3":-12345678901234567891},"1":1.1}';
const EXPECTED = '{"9":12345678901234567891,"8":{"2":1,"1":2}}';

describe('JSON with keys and numbers that JavaScript changes', () => {
  it('is the same in the result, in the event and in the history', async () => {
    const { url } = await loopback(() => ({
      headers: { 'Content-Type': 'application/json' },
      text: RECEIVED,
    }));
    const server = await startServer({
      history: true,
      files: {
        'a.http': dedent`
          ### a
          GET ${url}

          >>>capture
          whole from body
          members from body[*]
          <<<

          >>>
          expect body == ${EXPECTED}
          <<<
        `,
      },
    });
    const { texts, until } = await listen(server);
    const { status, text, json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect(status).toBe(200);
    const members = VALUE.replaceAll(/"(?:10|2|b|1)":/g, '').replace(/^\{(.*)\}$/, '[$1]');
    await until('execution_complete');
    const event = texts.find((each) => each.includes('execution_complete')) ?? '';
    for (const shown of [text, event]) {
      expect(shown).toContain(`"captures":{"whole":${VALUE},"members":${members}}`);
      expect(shown).toContain(`"expected":${EXPECTED},"actual":${VALUE}`);
      expect(shown).toContain(`"body":${JSON.stringify(RECEIVED)}`);
    }

    const { runId } = json as { readonly runId: number };
    const run = await server.get(`/history/runs/${runId}`);
    expect(run.text).toContain(`"expected":${JSON.stringify(EXPECTED)}`);
    expect(run.text).toContain(`"actual":${JSON.stringify(VALUE)}`);
    expect(run.text).toContain(`"bodyPreview":${JSON.stringify(RECEIVED)}`);
  });

  it('stays in an environment, and in the requests that use it', async () => {
    const { url, requests } = await loopback();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          POST ${url}

          {{item}}
        `,
      },
    });
    const body = `{"variables":{"item":${VALUE}}}`;
    const headers = { 'Content-Type': 'application/json' };
    const put = await server.call('PUT', '/environments/qa', { body, headers });
    expect(put.text).toContain(`"variables":{"item":${VALUE}}`);
    expect((await server.get('/environments')).text).toContain(`{"item":${VALUE}}`);
    await server.call('POST', '/execute', { json: { file: 'a.http', environment: 'qa' } });
    expect(requests.map((request) => request.body)).toEqual([VALUE]);
  });
});
