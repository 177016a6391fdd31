import { flagGroup, switchFlag } from '../flags/flag.js';
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
