import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';

const RULE_FILES = {
  'pages.http': dedent`
    ### First
    # @name first
    GET {{baseUrl}}/pages?page=1&key={{key}}

    ### Second
    # @name second
    GET {{baseUrl}}/pages
    ? page = 2

    >>>mock
    {"page": 2}
    <<<

    ### Many
    # @name many
    # @mock.when query.page >= 10 and header X-Tenant == north
    GET {{baseUrl}}/pages

    >>>mock
    404 Not Found

    {"page": "none"}
    <<<

    ### Good order
    # @name good
    POST {{baseUrl}}/orders
    Content-Type: application/json

    {"item": {"id": 7}, "count": {{count}}}

    >>>mock
    201 Created

    {"id": 1}
    <<<

    ### Bad order
    # @name bad
    POST {{baseUrl}}/orders
    Content-Type: application/json

    {"count": -1}

    >>>mock
    400 Bad Request

    {"error": "count"}
    <<<

    ### Job
    # @name job
    # @mock.sequence cycle
    # @mock.when path.id matches /^[0-9]+$/
    GET {{baseUrl}}/jobs/{{id}}

    >>>mock
    {"state": "running"}
    <<<

    >>>mock
    {"state": "done"}
    <<<
  `,
  'service.yaml': 'secrets: [key]\nenvironments:\n  dev: { baseUrl: "http://desk.test", key: 4711-top }\n',
};

export async function startRules(...args: string[]): Promise<LiveSvc & { origin: string }> {
  const cwd = await temporaryWorkspace(RULE_FILES);
  const svc = startSvc(['mock', '--port', '0', ...args, 'pages.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('/jobs/'));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '' };
}
