/** Definition, references and rename. */
import type {
  DefinitionParams,
  Location,
  PrepareRenameParams,
  ReferenceParams,
  RenameParams,
  TextDocumentPositionParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { definitionAt, type Definition } from '../../authoring/navigate/definition.js';
import type { NamesIndex } from '../../authoring/navigate/names-index.js';
import { referencesOf } from '../../authoring/navigate/references.js';
import { prepareRename, renameAt, type RenamedFile } from '../../authoring/navigate/rename.js';
import type { OpenFolder } from '../documents/folders.js';
import type { OpenDocument } from '../documents/open-document.js';
import type { AnalysedDocument, Session } from '../documents/session.js';
import type { FolderValues } from '../host/host.js';
import { toPlace, toRange, type Place, type SpanOfText } from '../protocol/positions.js';
import { refuse } from '../protocol/requests.js';
import type { Feature } from './feature.js';
import { namesFor } from './names.js';

/** How long a rename waits for the index. */
const INDEX_TIMEOUT_MS = 5000;

interface Asked extends AnalysedDocument {
  readonly at: Place;
  readonly index: NamesIndex;
}

async function askedAt(
  { textDocument, position }: TextDocumentPositionParams,
  session: Session,
): Promise<Asked | undefined> {
  const found = await session.requestFile(textDocument.uri);
  if (found === undefined) return undefined;
  const at = toPlace(found.document.document, position);
  return { ...found, at, index: await namesFor(found, session) };
}

export const definition: Feature = {
  capabilities: { definitionProvider: true },
  register({ session, onRequest }) {
    onRequest('textDocument/definition', async (params: DefinitionParams) => {
      const asked = await askedAt(params, session);
      return asked === undefined ? [] : definitionsAt(asked, session);
    });
  },
};

async function definitionsAt(asked: Asked, session: Session): Promise<Location[]> {
  const { analysed, index, at, place, document } = asked;
  const found = definitionAt(analysed, index, at.line, at.column);
  if (found === undefined) return [];
  const { folder } = place;
  if (folder === undefined)
    return found.definitions.flatMap((each) =>
      each.kind === 'name' ? [{ uri: document.uri, range: toRange(document.text, each) }] : [],
    );
  const values = await folder.host.values(session.environment);
  return found.definitions.flatMap((each) => placeOf(each, { asked, folder, values }, session));
}

interface DefinitionContext {
  readonly asked: Asked;
  readonly folder: OpenFolder;
  readonly values: FolderValues;
}

function placeOf(
  definition: Definition,
  { asked, folder, values }: DefinitionContext,
  session: Session,
): Location[] {
  const { kind } = definition;
  const at = (path: string, span: SpanOfText): Location[] => [locationOf(asked, folder, path, span, session)];
  if (kind === 'name') return at(definition.path, definition);
  if (kind === 'file') return at(definition.path, FIRST_PLACE);
  const found =
    (kind === 'environment' ? values.environmentPlace(definition.name) : undefined) ??
    values.dotenvPlace(definition.name);
  return found === undefined ? [] : at(found.path, found);
}

const FIRST_PLACE: SpanOfText = { line: 1, column: 1, endColumn: 1 };

/** The open document of a path; that of the request may have no path on disk. */
function documentAt(
  { place, document }: AnalysedDocument,
  folder: OpenFolder | undefined,
  path: string,
  session: Session,
): OpenDocument | undefined {
  if (path === place.path || folder === undefined) return document;
  return session.documentIn(folder, path);
}

/** An editor removes the byte order mark of a file that it opens. */
function locationOf(
  asked: AnalysedDocument,
  folder: OpenFolder,
  path: string,
  span: SpanOfText,
  session: Session,
): Location {
  const open = documentAt(asked, folder, path, session);
  return { uri: open?.uri ?? session.uriOf(folder, path), range: toRange(open?.text ?? '', span) };
}

export const references: Feature = {
  capabilities: { referencesProvider: true },
  register({ session, onRequest }) {
    onRequest('textDocument/references', async (params: ReferenceParams) => {
      const asked = await askedAt(params, session);
      if (asked === undefined) return [];
      const { analysed, index, at, place, document } = asked;
      const withDeclaration = params.context.includeDeclaration;
      const found = await referencesOf(analysed, index, at, withDeclaration);
      const { folder } = place;
      if (folder === undefined)
        return found.map((each) => ({ uri: document.uri, range: toRange(document.text, each) }));
      const locations = found.map((each) => locationOf(asked, folder, each.path, each, session));
      if (!withDeclaration || found.some(({ isDefinition }) => isDefinition)) return locations;
      // The declaration of what an environment gives is in no request file.
      return [...(await definitionsAt(asked, session)), ...locations];
    });
  },
};

export const rename: Feature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  register({ session, onRequest }) {
    onRequest('textDocument/prepareRename', async (params: PrepareRenameParams) => {
      const asked = await askedAt(params, session);
      const prepared = asked && prepareRename(asked.analysed, asked.index, asked.at);
      if (asked === undefined || prepared === undefined) return null;
      if ('refusal' in prepared) throw refuse(prepared.refusal);
      return { range: toRange(asked.document.text, prepared), placeholder: prepared.name };
    });
    onRequest('textDocument/rename', async (params: RenameParams) => {
      await session.requestFile(params.textDocument.uri);
      await folderOf(params, session)?.host.index?.whenComplete(INDEX_TIMEOUT_MS);
      const asked = await askedAt(params, session);
      const renamed = asked && (await renameAt(asked.analysed, asked.index, asked.at, params.newName));
      if (asked === undefined || renamed === undefined) return null;
      if ('refusal' in renamed) throw refuse(renamed.refusal);
      return editOf(renamed, asked, session);
    });
  },
};

function folderOf({ textDocument }: RenameParams, session: Session): OpenFolder | undefined {
  const document = session.documents.get(textDocument.uri);
  return document && session.placeOf(document)?.folder;
}

/** With versions, so that a client does not change a text that we have not seen. */
function editOf(renamed: readonly RenamedFile[], asked: AnalysedDocument, session: Session): WorkspaceEdit {
  const { folder } = asked.place;
  const files = renamed.map(({ path, edits }) => {
    const open = documentAt(asked, folder, path, session);
    const uri = open?.uri ?? (folder ? session.uriOf(folder, path) : asked.document.uri);
    const text = open?.text ?? '';
    const changes = edits.map((edit): TextEdit => ({ range: toRange(text, edit), newText: edit.text }));
    return { uri, version: open?.version ?? null, edits: changes };
  });
  if (!session.abilities.versionedEdits)
    return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  return {
    documentChanges: files.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })),
  };
}
