/** An editor with the built `svc lsp` over real streams; several tests share it, since each process costs a start. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Position } from 'vscode-languageserver-protocol';
import { temporaryDirectory, writeFiles } from '../files/workspace.js';
import {
  connectLsp,
  readFrames,
  spawnLsp,
  uriOf,
  type LspClient,
  type LspOptions,
  type LspProcess,
} from './lsp-client.js';

export interface EditorOptions extends Omit<LspOptions, 'folders'> {
  /** Files of the one folder that the editor opens. */
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>> | ((root: string) => Readonly<Record<string, string>>);
}

export interface LspEditor extends LspClient {
  readonly root: string;
  readonly process: LspProcess;
  readonly uri: (path: string) => string;
  /** Shuts the server down and removes the folder; throws unless the server ended well and wrote only frames. */
  readonly end: () => Promise<void>;
}

export async function openEditor({
  files = {},
  args,
  env,
  ...options
}: EditorOptions = {}): Promise<LspEditor> {
  const root = await temporaryDirectory();
  writeFiles(root, files);
  const variables = typeof env === 'function' ? env(root) : env;
  const server = spawnLsp({ cwd: root, ...(args && { args }), ...(variables && { env: variables }) });
  const client = await connectLsp(server.child.stdout, server.child.stdin, { ...options, folders: [root] });
  return {
    ...client,
    root,
    process: server,
    uri: (path) => uriOf(join(root, path)),
    end: async () => {
      await client.close();
      const { code } = await server.ended;
      await rm(root, { recursive: true, force: true });
      readFrames(server.stdout());
      if (code !== 0 || server.stderr() !== '')
        throw new Error(`svc lsp ended with ${code}:\n${server.stderr()}`);
    },
  };
}

/** One editor for all tests of a file. */
export function useEditor(options: EditorOptions): () => LspEditor {
  let editor: LspEditor | undefined;
  beforeAll(async () => {
    editor = await openEditor(options);
  });
  afterAll(() => editor?.end());
  return () => {
    if (editor === undefined) throw new Error('the editor is not open yet');
    return editor;
  };
}

export interface Marked {
  readonly text: string;
  /** Where the bar was. */
  readonly position: Position;
}

/** A text with a bar where the cursor is; the last bar counts. */
export function marked(text: string): Marked {
  const at = text.lastIndexOf('|');
  if (at < 0) throw new Error('the text has no cursor');
  const before = text.slice(0, at).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { text: text.slice(0, at) + text.slice(at + 1), position };
}
