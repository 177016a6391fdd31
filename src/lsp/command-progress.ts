/** Commands of the client, with the progress that it shows meanwhile. */
import {
  ErrorCodes,
  ResponseError,
  type Connection,
  type ExecuteCommandParams,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver';
import type { JsonLog } from '../primitives/json/json-log.js';
import type { Session } from './documents/session.js';
import type { CommandHandler, ShownProgress } from './features/feature.js';
import { logFailure } from './protocol/requests.js';

interface CommandContext {
  readonly connection: Connection;
  readonly session: Session;
  readonly log: JsonLog;
}

export function registerCommands(
  { connection, session, log }: CommandContext,
  handler: CommandHandler,
): void {
  connection.onExecuteCommand(async (params, token, workDone) => {
    const openProgress = (): Promise<ShownProgress> => progressOf(params, workDone, connection, session);
    try {
      return await handler(params, token, openProgress);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      logFailure(log, 'workspace/executeCommand', error);
      throw new ResponseError(ErrorCodes.InternalError, 'the command failed; see the log of the server');
    }
  });
}

/** That of the client if it asked for it, else one of our own where the client shows such ones. */
async function progressOf(
  { workDoneToken }: ExecuteCommandParams,
  workDone: WorkDoneProgressReporter,
  connection: Connection,
  { abilities }: Session,
): Promise<ShownProgress> {
  if (workDoneToken !== undefined) return shown(workDone, () => undefined);
  if (!abilities.showsProgress) return NO_PROGRESS;
  const own = await connection.window.createWorkDoneProgress();
  return shown(own, (cancel) => void own.token.onCancellationRequested(cancel));
}

const NO_PROGRESS: ShownProgress = {
  report: () => undefined,
  done: () => undefined,
  onCancel: () => undefined,
};

function shown(reporter: WorkDoneProgressReporter, onCancel: ShownProgress['onCancel']): ShownProgress {
  reporter.begin('svc', 0, undefined, true);
  return {
    report: (done, total) => {
      const percentage = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
      reporter.report(percentage, `${done} of ${total}`);
    },
    done: () => reporter.done(),
    onCancel,
  };
}
