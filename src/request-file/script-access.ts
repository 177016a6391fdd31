/** What the parser needs for scripts of other clients; nothing of it is loaded for files without scripts. */
import { holdsScript, namedScriptFiles } from './parse/request-scripts.js';
import type { TranslateScript } from './scripts/translation.js';

/** Reads a script file that a request file names; undefined if it cannot be read or lies outside the workspace. */
export type ReadScript = (name: string) => Promise<string | undefined>;

export interface ScriptAccess {
  readonly translate?: TranslateScript;
  readonly files?: ReadonlyMap<string, string | undefined>;
}

const NO_SCRIPTS: ScriptAccess = {};

/** Waits for nothing where there is no script, as in most files. */
export function loadScripts(text: string, readScript?: ReadScript): ScriptAccess | Promise<ScriptAccess> {
  return holdsScript(text) ? load(text, readScript) : NO_SCRIPTS;
}

async function load(text: string, readScript: ReadScript | undefined): Promise<ScriptAccess> {
  const { translateScript } = await import('./scripts/translate-script.js');
  if (readScript === undefined) return { translate: translateScript };
  const files = new Map<string, string | undefined>();
  for (const name of namedScriptFiles(text)) files.set(name, await readScript(name));
  return { translate: translateScript, files };
}
