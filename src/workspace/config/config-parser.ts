import { editConfigText, type ConfigEdit } from './config-edit.js';
import { parseConfig, type ConfigText } from './config-text.js';

/** Parses and edits the text of a config file; a server does so in another thread. */
export interface ConfigParser {
  parse(source: string | Uint8Array): ConfigText | Promise<ConfigText>;
  /** Behaves like `editConfigText`. */
  edit(text: string, edits: readonly ConfigEdit[], shown: string): string | Promise<string>;
}

export const CONFIG_PARSER: ConfigParser = { parse: parseConfig, edit: editConfigText };
