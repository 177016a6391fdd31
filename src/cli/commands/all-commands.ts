import type { CommandGroup } from '../command/command.js';
import { ROOT_FLAGS } from '../flags/global-flags.js';

const COLLECTION = {
  name: 'collection',
  summary: 'Converts a Postman collection (v2.1, or a directory of v3) to a request file.',
  load: async () => (await import('./import/import-documents.js')).importCollection,
};
const CLIENT_EXPORT = {
  name: 'clientexport',
  summary: 'Converts an Insomnia export (v4 or v5) to request files.',
  load: async () => (await import('./import/import-documents.js')).importClientExport,
};
const BRUNO = {
  name: 'bruno',
  summary: 'Converts a Bruno collection, .bru files or OpenCollection, to request files.',
  load: async () => (await import('./import/import-folders.js')).importBruno,
};

/** All commands; the code of each is loaded when it is called. */
export const COMMANDS: CommandGroup = {
  name: 'svc',
  summary: 'Tests APIs with plain text request files (.http, .spec).',
  commands: [
    {
      name: 'run',
      summary: 'Sends the requests of request files and checks the responses.',
      load: async () => (await import('./run.js')).run,
    },
    {
      name: 'stress',
      summary: 'Runs the requests of request files as a load test and measures the responses.',
      load: async () => (await import('./stress.js')).stress,
    },
    {
      name: 'strength',
      summary: 'Measures how many changes of the API the tests would notice, and suggests assertions.',
      load: async () => (await import('./strength.js')).strength,
    },
    {
      name: 'diff',
      summary: 'Compares two runs or two load tests: what became slower, faster, broken or fixed.',
      load: async () => (await import('./diff.js')).diff,
    },
    {
      name: 'report',
      summary: 'Makes reports of results documents.',
      commands: [
        {
          name: 'merge',
          summary: 'Joins the results of several runs, such as shards, and reports them as one.',
          load: async () => (await import('./report-merge.js')).reportMerge,
        },
      ],
      examples: ['svc report merge --expect 4 results/'],
    },
    {
      name: 'history',
      summary: 'Shows the stored runs and load tests, and looks after the history of a team.',
      word: 'command',
      commands: [
        {
          name: 'status',
          summary: 'Shows which history is used, what it has of this workspace and what waits for it.',
          load: async () => (await import('./history.js')).historyStatus,
        },
        {
          name: 'list',
          summary: 'Lists the newest runs or load tests of this workspace.',
          load: async () => (await import('./history.js')).historyList,
        },
        {
          name: 'push',
          summary: 'Hands in the runs that wait on this machine for the team history.',
          load: async () => (await import('./history.js')).historyPush,
        },
        {
          name: 'migrate',
          summary: 'Makes or updates the tables of the team history.',
          load: async () => (await import('./history.js')).historyMigrate,
        },
      ],
      examples: ['svc history status', 'svc history list --kind stress', 'svc history push'],
    },
    {
      name: 'import',
      summary: 'Converts OpenAPI, Postman, Insomnia, Bruno, HAR, curl and others to request files.',
      word: 'format',
      commands: [
        {
          name: 'openapi',
          summary: 'Converts an OpenAPI or Swagger document to a request file.',
          load: async () => (await import('./import/import-documents.js')).importOpenapi,
        },
        COLLECTION,
        {
          name: 'curl',
          summary: 'Converts curl commands to a request file.',
          load: async () => (await import('./import/import-curl.js')).importCurl,
        },
        CLIENT_EXPORT,
        {
          name: 'har',
          summary: 'Converts a HAR document of a browser or a recorder to a request file.',
          load: async () => (await import('./import/import-documents.js')).importHar,
        },
        BRUNO,
        {
          name: 'http',
          summary: 'Converts request files of other clients, .http or .rest, to canonical ones.',
          load: async () => (await import('./import/import-folders.js')).importHttp,
        },
        // Aliases for readers who look for the product instead of the format.
        { ...COLLECTION, name: 'postman', hidden: true },
        { ...CLIENT_EXPORT, name: 'insomnia', hidden: true },
        { ...BRUNO, name: 'opencollection', hidden: true },
      ],
      examples: [
        'svc import openapi https://shop.example.test/openapi.json -o shop.http',
        'svc import collection shop.postman_collection.json -o shop.http',
        "svc import curl 'curl -u ada:secret https://shop.example.test/orders'",
      ],
    },
    {
      name: 'export',
      summary: 'Converts requests of a request file to commands of other tools.',
      word: 'format',
      commands: [
        {
          name: 'curl',
          summary: 'Converts the requests of a request file to curl commands.',
          load: async () => (await import('./export-curl.js')).exportCurlCommand,
        },
      ],
      examples: ['svc export curl orders.http'],
    },
    {
      name: 'serve',
      summary: 'Serves a workspace: web interface, REST API, live events, history.',
      load: async () => (await import('./serve.js')).serve,
    },
    {
      name: 'worker',
      summary: 'Runs load tests and test units that a coordinator hands out over a queue.',
      load: async () => (await import('./worker.js')).worker,
    },
    {
      name: 'workers',
      summary: 'Lists the workers of a queue.',
      load: async () => (await import('./workers.js')).workers,
    },
    {
      name: 'contract',
      summary: 'Verifies a provider against request files.',
      commands: [
        {
          name: 'verify',
          summary: 'Sends the requests of contract files to a provider and checks its responses.',
          load: async () => (await import('./contract-verify.js')).contractVerify,
        },
      ],
      examples: ['svc contract verify --provider http://127.0.0.1:9001 contracts/'],
    },
    {
      name: 'mock',
      summary: 'Starts a mock server with the responses of request files or API descriptions.',
      load: async () => (await import('./mock.js')).mock,
    },
    {
      name: 'record',
      summary: 'Records the traffic between a client and a server as a request file.',
      load: async () => (await import('./record.js')).record,
    },
    {
      name: 'mcp',
      summary: 'Provides tools for agents over the Model Context Protocol.',
      word: 'command',
      commands: [
        {
          name: 'serve',
          summary: 'Serves web and workspace tools to an agent over standard input and output.',
          load: async () => (await import('./mcp-serve.js')).mcpServe,
        },
      ],
      examples: ['svc mcp serve --workspace tests/'],
    },
    {
      name: 'fetch',
      summary: 'Sends one request, to a URL or from a request file, and prints the response.',
      load: async () => (await import('./fetch.js')).fetch,
    },
    {
      name: 'auth',
      summary: 'Signs people in for requests that need it.',
      word: 'command',
      commands: [
        {
          name: 'login',
          summary: 'Signs in for the requests of a file and prints the variables that keep the tokens.',
          load: async () => (await import('./auth/auth-login.js')).authLogin,
        },
      ],
      examples: ['eval "$(svc auth login auth.http)"'],
    },
    {
      name: 'validate',
      summary: 'Checks request files and service.yaml and lists all findings.',
      load: async () => (await import('./validate.js')).validate,
    },
    {
      name: 'list',
      summary: 'Lists the requests of request files.',
      load: async () => (await import('./list.js')).list,
    },
    {
      name: 'fmt',
      summary: 'Formats request files in their canonical form.',
      load: async () => (await import('./fmt.js')).fmt,
    },
    {
      name: 'lsp',
      summary: 'Serves editors over the Language Server Protocol.',
      load: async () => (await import('./lsp.js')).lsp,
    },
    {
      name: 'init',
      summary: 'Writes a starter service.yaml and example.http into the current directory.',
      load: async () => (await import('./init.js')).init,
    },
    {
      name: 'version',
      summary: 'Prints the version and the build time.',
      load: async () => (await import('./version.js')).version,
    },
    {
      name: 'completion',
      summary: 'Prints a script that completes svc command lines in a shell.',
      load: async () => (await import('./completion.js')).completion,
    },
    {
      name: 'help',
      summary: 'Prints the help text of a command.',
      load: async () => (await import('./help.js')).help,
    },
    {
      name: '__complete',
      summary: 'Prints the names that a completion script cannot know.',
      hidden: true,
      load: async () => (await import('./complete.js')).complete,
    },
    {
      name: '__man',
      summary: 'Prints the manual page.',
      hidden: true,
      load: async () => (await import('../man-page/print-man-page.js')).printManPage,
    },
  ],
  sections: [
    ['Start', ['init', 'run', 'validate', 'version', 'completion', 'help']],
    ['Test', ['list', 'fmt', 'fetch', 'diff', 'report', 'history', 'strength', 'contract', 'auth']],
    ['Load', ['stress', 'worker', 'workers']],
    ['Serve', ['serve', 'mock', 'record']],
    ['Convert', ['import', 'export']],
    ['Agents', ['mcp', 'lsp']],
  ],
  flags: ROOT_FLAGS,
  exitCodes: [
    [0, 'success'],
    [1, 'a test failed, a threshold was exceeded, or fmt --check found differences'],
    [2, 'a request file is missing or has errors'],
    [3, 'another input file is missing or has errors, or a file or port cannot be used'],
    [4, 'all failed tests failed with a network error'],
  ],
  examples: ['svc init', 'svc run tests/', 'svc serve tests/', 'svc validate --strict'],
};
