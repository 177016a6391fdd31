import { switchFlag, type Flag, type FlagValue } from '../flags/flag.js';
import { readFlag } from '../flags/value-flags.js';

const NETWORK = { group: 'Network' };
const WEB = { group: 'Search and capture' };

/** Taken as it is: values are judged in the order of mcp.md 1.2. */
function plainFlag(meaning: string, traits: Parameters<typeof readFlag>[1]): Flag<string | undefined> {
  return readFlag(meaning, traits, (text): FlagValue<string> => ({ value: text }));
}

/** The flags of mcp.md 1.1. */
export const MCP_FLAGS = {
  workspace: plainFlag('directory that all paths must stay inside', { value: 'dir', shownDefault: '.' }),
  'log-level': plainFlag('least level that is logged: error, warn, info or debug', {
    value: 'level',
    shownDefault: 'info',
  }),
  'max-body-bytes': plainFlag('largest response body, from 1 to 268435456', {
    value: 'number',
    shownDefault: '1048576',
    ...NETWORK,
  }),
  timeout: plainFlag('time for one call to the network, from 1ms to 1h', {
    value: 'duration',
    shownDefault: '30s',
    ...NETWORK,
  }),
  'allow-private-network': switchFlag(
    'permit targets that are not public, proxies, and authentication that asks first',
    NETWORK,
  ),
  'search-provider': plainFlag('search service, none or tavily; its key is SEARCH_API_KEY', {
    environment: 'SVC_SEARCH_PROVIDER',
    value: 'name',
    shownDefault: 'none',
    ...WEB,
  }),
  'artifact-tool-path': plainFlag('program that keeps captured pages', {
    environment: 'SVC_ARTIFACT_TOOL_PATH',
    value: 'path',
    ...WEB,
  }),
  'artifact-stash-dir': plainFlag('directory that the program keeps them in', {
    environment: 'SVC_ARTIFACT_STASH_DIR',
    value: 'dir',
    ...WEB,
  }),
} as const;
