import { switchFlag, type Flag, type FlagValue } from '../flags/flag.js';
import { parsedFlag } from '../flags/value-flags.js';

const NETWORK = { group: 'Network' };
const WEB = { group: 'Search and capture' };

/** Accepts any value, because the values are checked later in a fixed order. */
function uncheckedFlag(meaning: string, traits: Parameters<typeof parsedFlag>[1]): Flag<string | undefined> {
  return parsedFlag(meaning, traits, (text): FlagValue<string> => ({ value: text }));
}

export const MCP_FLAGS = {
  workspace: uncheckedFlag('directory that contains all accessible paths', {
    value: 'dir',
    shownDefault: '.',
  }),
  'log-level': uncheckedFlag('minimum level to log: error, warn, info or debug', {
    value: 'level',
    shownDefault: 'info',
  }),
  'max-body-bytes': uncheckedFlag('maximum size of a response body in bytes, from 1 to 268435456', {
    value: 'number',
    shownDefault: '1048576',
    ...NETWORK,
  }),
  timeout: uncheckedFlag('time limit of one network call, from 1ms to 1h', {
    value: 'duration',
    shownDefault: '30s',
    ...NETWORK,
  }),
  'allow-private-network': switchFlag(
    'permit non-public targets, proxies, and challenge-based authentication',
    NETWORK,
  ),
  'search-provider': uncheckedFlag('search service, none or tavily; its key is SEARCH_API_KEY', {
    environment: 'SVC_SEARCH_PROVIDER',
    value: 'name',
    shownDefault: 'none',
    ...WEB,
  }),
  'artifact-tool-path': uncheckedFlag('program that stores captured pages', {
    environment: 'SVC_ARTIFACT_TOOL_PATH',
    value: 'path',
    ...WEB,
  }),
  'artifact-stash-dir': uncheckedFlag('directory in which the program stores them', {
    environment: 'SVC_ARTIFACT_STASH_DIR',
    value: 'dir',
    ...WEB,
  }),
} as const;
