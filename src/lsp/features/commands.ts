/** The commands of clients, which are the only way to make the server send something. */
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver';
import { ServiceError } from '../../errors.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { DocumentPlace, OpenFolder } from '../documents/folders.js';
import type { OpenDocument } from '../documents/open-document.js';
import type { Session } from '../documents/session.js';
import type { HostRuns, RunByCommandResult, RunTarget } from '../host/host.js';
import { invalidParams, refuse } from '../protocol/requests.js';
import { schemeOf } from '../protocol/uris.js';
import type { CommandHandler, Feature, FeatureContext } from './feature.js';

const COMMANDS = ['svc.run', 'svc.runFile', 'svc.exportCurl', 'svc.response'] as const;
type CommandName = (typeof COMMANDS)[number];

export const commands: Feature = {
  capabilities: { executeCommandProvider: { commands: [...COMMANDS] } },
  needsRuns: true,
  register(context) {
    context.onCommand(async (params, token, openProgress) => {
      const command = COMMANDS.find((name) => name === params.command);
      if (command === undefined) throw invalidParams('the command is not one of this server');
      const call = readCall(command, params.arguments?.[0], context.session);
      try {
        return await PERFORMERS[command](call, context, { token, openProgress });
      } catch (error) {
        if (error instanceof ServiceError) throw refuse(error.message);
        throw error;
      }
    });
  },
};

interface Call {
  readonly uri: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly environment: string | undefined;
  readonly folder: OpenFolder;
  readonly runs: HostRuns;
}

interface Control {
  readonly token: Parameters<CommandHandler>[1];
  readonly openProgress: Parameters<CommandHandler>[2];
}

type Perform = (call: Call, context: FeatureContext, control: Control) => Promise<unknown>;

const PERFORMERS: Readonly<Record<CommandName, Perform>> = {
  'svc.run': run,
  'svc.runFile': run,
  'svc.exportCurl': async (call, { session }, { token }) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return call.runs.exportCurl(targetOf(call, session), controller.signal);
  },
  'svc.response': async ({ uri, line = 0, runs }, { session }) => {
    const name = (await session.requestFile(uri))?.analysed.file.requests.find((each) => each.line === line);
    return runs.lastResponse({ uri, line, name: name?.name }) ?? null;
  },
};

function readCall(command: CommandName, argument: unknown, session: Session): Call {
  const { uri, line, environment } = isPlainObject(argument) ? argument : {};
  if (typeof uri !== 'string') throw invalidParams(`${command} needs {"uri": "…"}`);
  const isOfFile = command === 'svc.runFile';
  if (!isOfFile && !(typeof line === 'number' && Number.isInteger(line) && line > 0))
    throw invalidParams(`${command} needs {"line": n}, the line of a request`);
  if (environment !== undefined && typeof environment !== 'string')
    throw invalidParams(`${command} needs the environment as a text`);
  const { folder, path } = placeIn(uri, session);
  if (folder?.host.runs === undefined) throw refuse('save the document in a folder first');
  return {
    uri,
    path: schemeOf(uri) === 'untitled' ? undefined : path,
    line: isOfFile ? undefined : (line as number),
    environment: environment ?? session.environment,
    folder,
    runs: folder.host.runs,
  };
}

function placeIn(uri: string, session: Session): DocumentPlace {
  const place = session.folders.placeOf(uri, session.documents.get(uri)?.languageId ?? '');
  if (place?.kind !== 'request') throw invalidParams('the document is not a request file');
  return place;
}

function targetOf({ uri, path, line = 0, environment }: Call, session: Session): RunTarget {
  return { uri, path, line, environment, openTexts: openTexts(session) };
}

function openTexts({ documents }: Session): RunTarget['openTexts'] {
  return documents.all().map(({ uri, text }) => ({ uri, text }));
}

async function run(call: Call, context: FeatureContext, { token, openProgress }: Control): Promise<unknown> {
  const { session, notify, showMessage } = context;
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new ServiceError('cancelled', 'the run was cancelled'));
  token.onCancellationRequested(cancel);
  const revisions = new Map(session.documents.all().map((document) => [document, document.revision]));
  const progress = await openProgress();
  progress.onCancel(cancel);
  try {
    const { uri, path, line, environment } = call;
    const outcome = await call.runs.run({
      uri,
      path,
      line,
      environment,
      openTexts: openTexts(session),
      signal: controller.signal,
      onEvent: (event, done, total) => {
        notify('svc/runEvent', event);
        progress.report(done, total);
      },
      onWarning: (message) => session.log('info', 'run', { reason: message }),
    });
    showFailures(outcome, revisions, context);
    const { level, message } = outcome.summary;
    if (!session.settings.clientNotifications.includes('svc/runEvent')) showMessage(level, message);
    return outcome.result;
  } finally {
    progress.done();
  }
}

/** A document that has changed meanwhile has other lines. */
function showFailures(
  { findings }: RunByCommandResult,
  revisions: ReadonlyMap<OpenDocument, number>,
  { session, showFindings }: FeatureContext,
): void {
  for (const [uri, found] of findings) {
    const document = session.documents.find(uri);
    if (document === undefined || revisions.get(document) !== document.revision) continue;
    document.runFindings = found.map((finding) => toDiagnostic(document, finding));
    showFindings(document);
  }
}

function toDiagnostic(
  { document }: OpenDocument,
  { line, message }: { readonly line: number; readonly message: string },
): Diagnostic {
  const whole = document.getText({
    start: { line: line - 1, character: 0 },
    end: { line, character: 0 },
  });
  const text = whole.trimEnd();
  const range = {
    start: { line: line - 1, character: text.length - text.trimStart().length },
    end: { line: line - 1, character: text.length },
  };
  return { range, severity: DiagnosticSeverity.Error, source: 'svc run', message };
}
