/** What the parser needs for scripts of other clients; nothing of it is loaded for files without scripts. */
import { holdsScript, namedScriptFiles } from './parse/request-scripts.js';
import type { TranslateScript } from './scripts/translation.js';

/** Reads a script file that a request file names; undefined if it cannot be read or lies outside the workspace. */
export type ReadScript = (name: string) => Promise<string | undefined>;

export interface ScriptAccess {
  readonly translate?: TranslateScript;
  readonly files?: ReadonlyMap<string, string | undefined>;
}

let translate: TranslateScript | undefined;

/** Undefined for a text without a script. */
export async function loadScripts(text: string, readScript?: ReadScript): Promise<ScriptAccess | undefined> {
  if (!holdsScript(text)) return undefined;
  translate ??= (await import('./scripts/translate-script.js')).translateScript;
  if (readScript === undefined) return { translate };
  const files = new Map<string, string | undefined>();
  for (const name of namedScriptFiles(text)) files.set(name, await readScript(name));
  return { translate, files };
}
