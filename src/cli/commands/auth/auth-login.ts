import { shellWord } from '../../../primitives/text/shell-word.js';
import { ServiceError } from '../../../errors.js';
import { VariableFailure } from '../../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../../http/message/message.js';
import { defineCommand } from '../../command/command.js';
import { exitCodeOfInterruption, withInterruption } from '../../command/interruption.js';
import { REQUEST_FILES } from '../../command/request-paths.js';
import { LOGIN_FLAGS, type LoginInvocation } from '../../auth/login-flags.js';
import { signInForFile } from '../../auth/sign-in-for-file.js';
import { EXIT, type ExitCode } from '../../process/exit-code.js';
import { codeOfSignIn } from '../../process/person-asker.js';

export const authLogin = defineCommand({
  arguments: [
    {
      name: 'file',
      meaning: 'a request file (.http, .rest, .spec) with @auth oauth2 device_code or authorization_code',
      required: true,
      complete: REQUEST_FILES,
    },
  ],
  flags: LOGIN_FLAGS,
  examples: [
    'eval "$(svc auth login auth.http)"',
    'eval "$(svc auth login -n readOrder -e staging orders.http)"',
    'svc auth login --print --oauth-port 8765 auth.http',
  ],
  exitCodes: [
    [EXIT.ok, 'signed in; standard output sets the variables with the tokens'],
    [EXIT.failed, 'nobody signed in, or the provider refused'],
    [EXIT.requestFile, 'the request file is missing, has errors or needs no sign-in'],
    [EXIT.input, 'another file is missing or has errors'],
    [EXIT.network, 'the network failed'],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  run(invocation) {
    refuseTerminal(invocation);
    const { context, terminal } = invocation;
    return withInterruption(context, async (interruption) => {
      try {
        await signInForFile(invocation, interruption.signal);
        return EXIT.ok;
      } catch (error) {
        if (interruption.exitCode !== undefined && error instanceof RequestFailure)
          return interruption.exitCode;
        const code = codeOf(error);
        if (code === undefined) return exitCodeOfInterruption(error, interruption);
        await terminal.error((error as ServiceError).message);
        return code;
      }
    });
  },
});

/** Undefined for errors that are handled in the same way as in other commands. */
function codeOf(error: unknown): ExitCode | undefined {
  if (error instanceof VariableFailure) return EXIT.requestFile;
  return error instanceof RequestFailure ? codeOfSignIn(error) : undefined;
}

/** A token on the screen is of no use and seen by everybody, so how to use the command is shown instead. */
function refuseTerminal({ flags, positionals: [file = ''], context }: LoginInvocation): void {
  if (!context.stdout.isTerminal || flags.print) return;
  const words = [...flags.name.flatMap((name) => ['-n', name]), ...(flags.env ? ['--env', flags.env] : [])];
  const command = ['svc auth login', ...[...words, file].map(shellWord)].join(' ');
  throw new ServiceError('usage', `a token is not shown on a terminal; run eval "$(${command})"`, {
    hint: '--print shows it all the same',
  });
}
