import { flagGroup, repeatableTextFlag, switchFlag } from '../flags/flag.js';
import { uncheckedFlag } from '../flags/value-flags.js';

export const MCP_FLAGS = {
  workspace: uncheckedFlag('directory that contains all accessible paths', {
    value: 'dir',
    shownDefault: '.',
  }),
  'log-level': uncheckedFlag('minimum level to log: error, warn, info or debug', {
    value: 'level',
    shownDefault: 'info',
  }),
  ...flagGroup('Network', {
    'max-body-bytes': uncheckedFlag('maximum size of a response body in bytes, from 1 to 268435456', {
      value: 'number',
      shownDefault: '1048576',
    }),
    timeout: uncheckedFlag('time limit of one network call, from 1ms to 1h', {
      value: 'duration',
      shownDefault: '30s',
    }),
    'allow-private-network': switchFlag(
      'permit non-public targets, proxies, and challenge-based authentication',
    ),
  }),
  ...flagGroup('Runs of saved requests', {
    'allow-run': switchFlag('let clients run saved requests with svc_run'),
    'run-host': repeatableTextFlag(
      'host that runs may reach, such as api.example.com, *.example.com or host:8080',
      {
        value: 'host',
      },
    ),
    'run-env': repeatableTextFlag('environment that runs may use; all defined ones when left out', {
      value: 'name',
      complete: 'environments',
    }),
    'run-env-file': uncheckedFlag('dotenv file with values for runs, also outside the workspace', {
      value: 'path',
    }),
    'run-methods': uncheckedFlag('methods that runs may send: all, or safe for GET, HEAD and OPTIONS', {
      value: 'methods',
      shownDefault: 'all',
    }),
    'run-timeout': uncheckedFlag('time limit of one run, from 1s to 1h', {
      value: 'duration',
      shownDefault: '10m',
    }),
    'run-max-requests': uncheckedFlag('maximum number of results of one run, from 1 to 100000', {
      value: 'number',
      shownDefault: '1000',
    }),
  }),
  ...flagGroup('Search and capture', {
    'search-provider': uncheckedFlag('search service, none or tavily; its key is SEARCH_API_KEY', {
      environment: 'SVC_SEARCH_PROVIDER',
      value: 'name',
      shownDefault: 'none',
    }),
    'artifact-tool-path': uncheckedFlag('program that stores captured pages', {
      environment: 'SVC_ARTIFACT_TOOL_PATH',
      value: 'path',
    }),
    'artifact-stash-dir': uncheckedFlag('directory in which the program stores them', {
      environment: 'SVC_ARTIFACT_STASH_DIR',
      value: 'dir',
    }),
  }),
} as const;
