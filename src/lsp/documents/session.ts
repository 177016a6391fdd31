/** Everything that features share: documents, folders, and what the client chose. */
import { parseForEditor } from '../../request-file/parse-file.js';
import type { JsonLog } from '../../primitives/json/json-log.js';
import type { Analysed, Host } from '../host/host.js';
import { uriBelow } from '../protocol/uris.js';
import {
  abilitiesOf,
  DEFAULT_CLIENT_SETTINGS,
  type ClientAbilities,
  type ClientSettings,
} from './client-settings.js';
import { Documents, type DocumentEvents } from './documents.js';
import { Folders, type DocumentPlace, type OpenFolder } from './folders.js';
import type { OpenDocument } from './open-document.js';

export interface SessionEvents extends DocumentEvents {
  readonly onFilesChanged: (folder: string, paths: readonly string[] | undefined) => void;
  readonly onWarning: (message: string) => void;
}

/** A request file that is open, with its text parsed. */
export interface AnalysedDocument {
  readonly document: OpenDocument;
  readonly place: DocumentPlace;
  readonly analysed: Analysed;
}

export class Session {
  readonly log: JsonLog;
  readonly documents: Documents;
  readonly folders: Folders;
  settings: ClientSettings = DEFAULT_CLIENT_SETTINGS;
  abilities: ClientAbilities = abilitiesOf({});
  readonly #firstEnvironment: string | undefined;

  constructor(host: Host, log: JsonLog, environment: string | undefined, events: SessionEvents) {
    this.log = log;
    this.#firstEnvironment = environment;
    this.documents = new Documents(events, log);
    this.folders = new Folders({
      host,
      openText: (uri) => this.documents.find(uri)?.text,
      isWatchedByClient: () => this.abilities.watchesFiles,
      onChange: events.onFilesChanged,
      onWarning: events.onWarning,
    });
  }

  /** The one that the client chose, else that of the command line; undefined leaves it to the config. */
  get environment(): string | undefined {
    return this.settings.environment ?? this.#firstEnvironment;
  }

  placeOf({ uri, languageId }: OpenDocument): DocumentPlace | undefined {
    return this.folders.placeOf(uri, languageId);
  }

  /** The open document of a path. */
  documentIn({ uri }: OpenFolder, path: string): OpenDocument | undefined {
    return this.documents.find(uriBelow(uri, path));
  }

  /** As the client writes it, if it is open. */
  uriOf(folder: OpenFolder, path: string): string {
    const uri = uriBelow(folder.uri, path);
    return this.documents.find(uri)?.uri ?? uri;
  }

  async analyse(document: OpenDocument, { folder, path, isUntitled }: DocumentPlace): Promise<Analysed> {
    return document.analysis(
      path,
      (text) => folder?.host.analyse(text, path, isUntitled) ?? analyseAlone(text, path),
    );
  }

  /** Undefined for what is not open or no request file. */
  async requestFile(uri: string): Promise<AnalysedDocument | undefined> {
    const document = this.documents.get(uri);
    const place = document && this.placeOf(document);
    if (document === undefined || place?.kind !== 'request') return undefined;
    const analysed = await this.analyse(document, place);
    return isTooLarge(analysed) ? undefined : { document, place, analysed };
  }
}

/** Of such a text nothing is said but that it is too large. */
function isTooLarge({ file }: Analysed): boolean {
  return file.requests.length === 0 && file.diagnostics.some(({ code }) => code === 'file_too_large');
}

async function analyseAlone(text: string, path: string): Promise<Analysed> {
  return { text: text.replace(/^\ufeff/, ''), path, ...(await parseForEditor(text, path)) };
}
