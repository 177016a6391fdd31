import { isUrl, FILE_LIMIT, readSourceFile, decodeSource } from '../../operations/sources/import-source.js';
import { loadFromFolder, loadFromOrigin } from '../../operations/sources/referenced-documents.js';
import type { Invocation } from '../command/command.js';
import { settingsFromFlags } from '../command/settings-from-flags.js';
import type { ProcessContext } from '../process/process-context.js';
import { STDIN, STDIN_NAME } from '../command/request-paths.js';
import type { SOURCE_FLAGS } from './import-flags.js';
import type { ReadSource } from './run-import.js';

export type DocumentInvocation = Invocation<typeof SOURCE_FLAGS>;

/** Reads from a file, from the web or from standard input, and provides access to referenced documents. */
export async function readDocument(
  source: string,
  invocation: DocumentInvocation,
  signal: AbortSignal,
  limit = FILE_LIMIT,
): Promise<ReadSource> {
  const { context } = invocation;
  if (source === STDIN) return { text: await readStandardInput(context, limit), location: '' };
  if (isUrl(source)) return fetchedDocument(source, invocation, signal);
  const location = source.replaceAll('\\', '/');
  const text = await readSourceFile(source, context.cwd, limit);
  return { text, location, loadDocument: loadFromFolder(source, context.cwd) };
}

export async function readStandardInput(context: ProcessContext, limit = FILE_LIMIT): Promise<string> {
  return decodeSource(await context.readStdin(limit.bytes + 1), STDIN_NAME, limit);
}

async function fetchedDocument(
  url: string,
  { flags, terminal, context }: DocumentInvocation,
  signal: AbortSignal,
): Promise<ReadSource> {
  const request = { cwd: context.cwd, process: context.env, overrides: settingsFromFlags(flags) };
  const { createWebSources } = await import('../../operations/exchange/web-sources.js');
  const { fetch, warnings } = await createWebSources(request, signal);
  for (const warning of warnings) await terminal.warning(warning);
  const text = await fetch(url);
  return { text, location: url, loadDocument: loadFromOrigin(url, fetch) };
}
