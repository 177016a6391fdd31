import { isUsable, verifyContracts, type ContractFile } from '../../contract/verify.js';
import { ServiceError } from '../../errors.js';
import { describeUnresolved } from '../../operations/files/dependency-findings.js';
import { loadFiles } from '../../operations/files/load-files.js';
import { refuseUnsupported } from '../../operations/files/unsupported-requests.js';
import { unsupportedHint } from '../../operations/runs/unsupported-hint.js';
import { brokenPlanMessage, refuseUnrunnable } from '../../operations/files/refuse-file.js';
import { withClientAccess } from '../../operations/settings/client-source.js';
import { filesToRun } from '../../operations/settings/files-to-run.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import { knownSecrets } from '../../runner/prepare/known-secrets.js';
import { problemLine } from '../../runner/plan/problem-detail.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import { EXIT, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { noFileError } from '../flags/selection-flags.js';
import { clientChoice, isCiEnvironment, requestSettings } from '../command/settings-from-flags.js';
import { findWorkspaceFolders } from '../command/named-output.js';
import type { Interruption } from '../command/interruption.js';
import { runExitCodes } from '../../operations/runs/run-exit-codes.js';
import type { ContractInvocation } from './contract-flags.js';
import { createStateHandler } from './state-handler.js';
import { writeContractReport } from './write-report.js';

/** Verifies contracts from flags to exit code. */
export async function verifyContract(
  invocation: ContractInvocation,
  provider: string,
  interruption: Interruption,
): Promise<ExitCode> {
  const { flags, terminal, context, positionals } = invocation;
  const search = { named: flags.config, cwd: context.cwd, firstPath: positionals[0] };
  const loading = loadFiles(positionals, context.cwd, workspaceRoot(search));
  const settings = await loadRunSettings({
    ...requestSettings(invocation),
    variables: flags.variable,
    secrets: flags.secret,
    fixed: {
      ci: isCiEnvironment(context.env),
      allowSecretCommands: flags['allow-secret-commands'],
      skipUnsupported: flags['skip-unsupported'],
    },
    client: clientChoice(flags, loading),
  });
  const { options, root } = settings;
  const loaded = await loading;
  for (const warning of settings.warnings) await terminal.warning(warning);
  for (const note of settings.notes) await terminal.note(note);
  for (const problem of loaded.problems) await terminal.error(problem);
  if (loaded.problems.length > 0) return EXIT.requestFile;
  if (loaded.files.length === 0) throw noFileError(positionals);
  const files = (await filesToRun(loaded.files, settings)).files.map(contractFile);
  refuseUnsupported(files.filter(isUsable), options);
  const secrets = knownSecrets(options, files.filter(isUsable));
  const stateHandler = await createStateHandler(invocation, secrets);
  if (stateHandler === undefined && terminal.verbosity > 0 && loaded.files.some(hasState)) {
    await terminal.note('there is no --state-handler, so the states of the files are ignored');
  }
  const folders = await findWorkspaceFolders(invocation);
  const outcome = await verifyContracts({
    files,
    provider,
    stateHandler,
    request: {
      options,
      fileAccess: withClientAccess(workspaceFileAccess({ root, shownFrom: context.cwd, folders }), settings),
      process: context.env,
      signal: interruption.signal,
      secrets,
    },
    describeBroken: brokenPlanMessage,
  });
  await writeContractReport(outcome, provider, invocation);
  for (const problem of describeUnresolved(outcome.unresolved ?? [])) {
    await terminal.error(outcome.secrets.redact(problemLine(problem)));
  }
  for (const problem of outcome.problems ?? []) await terminal.error(problem);
  for (const note of unsupportedHint(outcome)) await terminal.note(note);
  return worstExitCode([...runExitCodes(outcome), interruption.exitCode]);
}

function contractFile(runnable: RunnableFile): ContractFile {
  try {
    refuseUnrunnable(runnable.file);
    return runnable;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { shown: runnable.shown, problem: error.message };
  }
}

function hasState({ file }: RunnableFile): boolean {
  return file.requests.some(({ metadata }) => (metadata['contract.state'] ?? '') !== '');
}
