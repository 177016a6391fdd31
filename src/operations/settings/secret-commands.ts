/** The programs of the config file that print secrets, ready to be started in one environment. */
import { parseDuration } from '../../primitives/duration.js';
import type { SecretCommand } from '../../runner/plan/secret-command.js';
import type { Config } from '../../workspace/config/config.js';
import { commandEntries, DEFAULT_TIMEOUT_MS } from '../../workspace/config/secrets/secret-entries.js';

/** Undefined when no program gives a secret in the environment, as nearly always. */
export function secretCommands(
  { secrets, environments = {} }: Config,
  environment: string,
  directory: string,
): readonly SecretCommand[] | undefined {
  const entries = commandEntries(secrets, environment);
  if (entries.length === 0) return undefined;
  const isDefined = Object.hasOwn(environments, environment);
  return entries.map(({ name, command: [program = '', ...args], timeout }): SecretCommand => {
    const inserted = args.map((arg) => arg.replaceAll(ENVIRONMENT, () => environment));
    const isNamed = inserted.some((arg, index) => arg !== args[index]);
    return {
      name,
      program,
      environment,
      args: inserted,
      directory,
      timeoutMs: (timeout === undefined ? undefined : parseDuration(timeout)) ?? DEFAULT_TIMEOUT_MS,
      ...(isNamed && !isDefined && !HARMLESS.test(environment) && { problem: UNCLEAR_NAME }),
    };
  });
}

const ENVIRONMENT = /\{\{[ \t]*environment[ \t]*\}\}/g;

/** A client of a server may send any name, which must neither be an option of the program nor lead to another secret. */
const HARMLESS = /^(?!.*\.\.)[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u;
const UNCLEAR_NAME =
  'is not started, since the config file does not define the environment; add it under environments';
