import { editConfigText, type ConfigEdit } from './config-edit.js';
import { parseConfig, type ConfigText } from './config-text.js';

/** How the text of a config file is read and changed: a server has large ones done beside its event loop. */
export interface ConfigParser {
  parse(source: string | Uint8Array): ConfigText | Promise<ConfigText>;
  /** As `editConfigText` does. */
  edit(text: string, edits: readonly ConfigEdit[], shown: string): string | Promise<string>;
}

export const CONFIG_PARSER: ConfigParser = { parse: parseConfig, edit: editConfigText };
