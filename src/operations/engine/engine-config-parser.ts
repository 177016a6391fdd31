import type { ConfigParser } from '../../workspace/config/config-parser.js';
import type { Engine } from './engine.js';

/** YAML takes a millisecond per KiB. */
const MAX_LIGHT_CONFIG_BYTES = 16 * 1024;

/** Config files are parsed and changed in engine threads. */
export function engineConfigParser(engine: Pick<Engine, 'call'>): ConfigParser {
  return {
    parse: (source) => engine.call('readConfig', { source }, { lane: laneFor(source) }),
    edit: (text, edits, shown) => engine.call('editConfig', { text, edits, shown }, { lane: laneFor(text) }),
  };
}

function laneFor({ length }: string | Uint8Array): 'light' | 'heavy' {
  return length > MAX_LIGHT_CONFIG_BYTES ? 'heavy' : 'light';
}
