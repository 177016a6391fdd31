/** What is done with a whole text, in this thread or in one of its own. */
import { dirname, join } from 'node:path';
import { formatRequestFile } from '../../request-file/format-text.js';
import type { Request } from '../../request-file/model/model.js';
import { parseForEditor } from '../../request-file/parse-file.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import type { Analysed } from '../host/host.js';

export interface TextPlace {
  /** The folder of the workspace. */
  readonly root: string;
  /** The path in it, with `/`. */
  readonly path: string;
}

interface TextInput {
  readonly text: string;
  readonly place: TextPlace;
}

export interface TextProgram {
  readonly analyse: { readonly input: TextInput; readonly event: never; readonly result: Analysed };
  readonly format: {
    readonly input: TextInput;
    readonly event: never;
    readonly result: string | undefined;
  };
}

export async function analyseText(text: string, { root, path }: TextPlace): Promise<Analysed> {
  const readScript = scriptReader(dirname(join(root, path)), async () => root);
  const parsed = await parseForEditor(text, path, readScript);
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, path, ...parsed };
}

/** Undefined when the text has errors. */
export async function formatText(text: string, { path }: TextPlace): Promise<string | undefined> {
  const formatted = await formatRequestFile(text, path);
  return formatted.ok ? formatted.text : undefined;
}

/** Only the printer needs layouts, and they hold functions, which cannot be sent. */
export function withoutLayouts(analysed: Analysed): Analysed {
  const { layout: _ofFile, ...file } = analysed.file;
  const requests = file.requests.map(({ layout: _layout, ...request }): Request => request);
  return { ...analysed, file: { ...file, requests } };
}
