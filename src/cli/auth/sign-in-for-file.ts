/** Signs in for the requests of a file and prints what a shell needs to keep the tokens. */
import { ServiceError } from '../../errors.js';
import { writeCarriedToken } from '../../http/auth/carried-token.js';
import type { Token } from '../../http/auth/token-slot.js';
import { RequestFailure } from '../../http/message/message.js';
import { timeText } from '../../http/sign-in/time-text.js';
import { refusalMessage } from '../../operations/files/find-request-files.js';
import { loadOneFile } from '../../operations/files/load-one-file.js';
import { withClientValues } from '../../operations/settings/client-source.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import { openRun, type Run } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { clientChoice, requestSettings } from '../command/settings-from-flags.js';
import { createAsker } from '../process/person-asker.js';
import { findSignIns, type NeededSignIn } from './find-sign-ins.js';
import type { LoginInvocation } from './login-flags.js';

/** Throws RequestFailure without secrets in its message when nobody signs in. */
export async function signInForFile(invocation: LoginInvocation, signal: AbortSignal): Promise<void> {
  const { flags, context } = invocation;
  const run = await openLoginRun(invocation, signal);
  try {
    for (const runnable of run.files)
      for (const needed of findSignIns(runnable, flags.name, run)) await signIn(needed, run, invocation);
  } catch (error) {
    throw redacted(error, run);
  } finally {
    run.close();
  }
  const { failure } = context.stdout;
  if (failure !== undefined) throw new ServiceError('output', failure);
}

/** Opens the connections of a run with the settings that the requests of the file would have. */
async function openLoginRun(invocation: LoginInvocation, signal: AbortSignal): Promise<Run> {
  const { flags, positionals, context, terminal } = invocation;
  const [path = ''] = positionals;
  const file = await loadOneFile(path, context.cwd, flags.config);
  const errors = file.file.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ServiceError('request-file', refusalMessage(file.shown, errors));
  const settings = await loadRunSettings({
    ...requestSettings(invocation),
    variables: flags.variable,
    secrets: flags.secret,
    client: clientChoice(flags, Promise.resolve({ files: [file] })),
    signal,
  });
  for (const warning of settings.warnings) await terminal.warning(warning);
  const { options, root } = settings;
  const files = await withClientValues([file], settings);
  const fileAccess = workspaceFileAccess({ root, shownFrom: context.cwd });
  return openRun({ files, options, fileAccess, process: context.env, signal });
}

async function signIn(
  { grant, variable, requestName }: NeededSignIn,
  { wire, secrets, signal }: Run,
  { flags, context, terminal }: LoginInvocation,
): Promise<void> {
  const { authState, send } = wire;
  const { clock, random } = authState;
  const onSecret = (value: string): void => secrets.add(value);
  const asker = createAsker(context, flags['oauth-port']);
  const token = await asker.ask(grant, { send, signal, clock, onSecret, random, requestName });
  await terminal.payload(`export ${variable}='${writeCarriedToken(token, authState)}'\n`);
  await terminal.note(`${variable} holds the token: ${lifeText(token, clock.now())}`);
}

function lifeText({ usableUntil, refreshToken }: Token, now: number): string {
  const life = Number.isFinite(usableUntil)
    ? `good for ${timeText(usableUntil - now)}`
    : 'good until it is refused';
  return refreshToken === undefined ? `${life}, then sign in again` : `${life}, then svc renews it`;
}

/** The provider may have repeated what it was sent. */
function redacted(error: unknown, { secrets }: Run): unknown {
  if (!(error instanceof RequestFailure)) return error;
  return new RequestFailure(error.errorKind, secrets.redact(error.message), { cause: error.cause });
}
