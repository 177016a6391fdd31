import {
  isUrl,
  MAX_SOURCE_BYTES,
  readSourceFile,
  sourceText,
  webSources,
} from '../../operations/exchange/import-source.js';
import { documentsBeside, documentsOfOrigin } from '../../operations/exchange/referenced-documents.js';
import type { Argument, Invocation } from '../command/command.js';
import { givenSettings } from '../command/given-settings.js';
import type { ProcessContext } from '../process/process-context.js';
import { STDIN, STDIN_NAME } from '../command/request-paths.js';
import type { SOURCE_FLAGS } from './import-flags.js';
import type { ReadSource } from './import-run.js';

/** The argument of formats that are documents. */
export const DOCUMENT: Argument = {
  name: 'source',
  meaning: 'a file or a URL; - is standard input',
  required: true,
  complete: { extensions: ['json', 'yaml', 'yml'] },
};

export type DocumentInvocation = Invocation<typeof SOURCE_FLAGS>;

/** From a file, from the web or from standard input, with the way to what it refers to. */
export async function readDocument(
  source: string,
  invocation: DocumentInvocation,
  signal: AbortSignal,
): Promise<ReadSource> {
  const { context } = invocation;
  if (source === STDIN) return { text: await readStandardInput(context), location: '' };
  if (isUrl(source)) return fetchedDocument(source, invocation, signal);
  const location = source.replaceAll('\\', '/');
  const text = await readSourceFile(source, context.cwd);
  return { text, location, loadDocument: documentsBeside(source, context.cwd) };
}

export async function readStandardInput(context: ProcessContext): Promise<string> {
  return sourceText(await context.readStdin(MAX_SOURCE_BYTES + 1), STDIN_NAME);
}

async function fetchedDocument(
  url: string,
  { flags, terminal, context }: DocumentInvocation,
  signal: AbortSignal,
): Promise<ReadSource> {
  const request = { cwd: context.cwd, process: context.env, given: givenSettings(flags) };
  const { fetch, warnings } = await webSources(request, signal);
  for (const warning of warnings) await terminal.warning(warning);
  const text = await fetch(url);
  return { text, location: url, loadDocument: documentsOfOrigin(url, fetch) };
}
