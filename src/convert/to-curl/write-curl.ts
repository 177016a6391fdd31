import { authOf } from '../../request-file/model/client-directives.js';
import { ServiceError } from '../../errors.js';
import { secretParameters } from '../../http/auth/build-auth.js';
import type { Request } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { isOauth2 } from './auth-words.js';
import { createCurlCommand, type CommandSettings } from './curl-command.js';
import { PartialScope, type PartialSources } from './partial-scope.js';
import type { CurlWord } from './shell-quote.js';

export interface ExportedCommand {
  /** The name of the request on one line. */
  readonly name: string;
  /** What the command cannot express, for a comment above it. */
  readonly remarks: readonly string[];
  readonly words: readonly CurlWord[];
  /** The placeholders that were kept, such as `{{login.token}}`. */
  readonly kept: readonly string[];
}

export interface CurlExport {
  readonly commands: readonly ExportedCommand[];
  readonly warnings: readonly string[];
  /** Why secrets that programs print have no value; a part of the warnings. */
  readonly failures: readonly string[];
  /** The number of different secret values in the commands. */
  readonly secrets: number;
}

/** Converts requests of one file to curl commands, in the given order. */
export function convertToCurl(
  requests: readonly Request[],
  sources: PartialSources,
  settings: CommandSettings,
): CurlExport {
  const secrets = new Set<string>();
  const kept = new Set<string>();
  const warnings: string[] = [];
  const scope = new PartialScope(sources);
  let length = 0;
  const commands = requests.map((request): ExportedCommand => {
    scope.kept.clear();
    const name = shownName(request).replace(/[\r\n]+/g, ' ');
    const words = createCurlCommand(request, scope, settings);
    refuseUnsafe(words, name);
    for (const { text } of words) length += text.length;
    if (length > MAX_EXPORT_LENGTH) throw new ServiceError('request-file', TOO_LONG);
    for (const secret of authSecrets(request, scope)) secrets.add(secret);
    for (const placeholder of scope.kept) kept.add(placeholder);
    if (request.body?.contentType === 'file' && request.body.interpolate)
      warnings.push(`"${name}" sends ${request.body.path} as it is; curl replaces no placeholders in it`);
    const remarks = isOauth2(authOf(request)) ? [OAUTH2] : [];
    return { name, remarks, words, kept: [...scope.kept] };
  });
  for (const secret of scope.secrets) secrets.add(secret);
  return {
    commands,
    warnings: [
      ...scope.failures,
      ...Array.from(kept, (each) => `${each} has no value and stays as it is`),
      ...warnings,
    ],
    failures: [...scope.failures],
    secrets: secrets.size,
  };
}

const MAX_EXPORT_LENGTH = 64 * 1024 * 1024;
const TOO_LONG = 'the commands would be longer than 64 MiB; export fewer requests at a time';

/** A line break in a header would add a header; `run` rejects it too. */
function refuseUnsafe(words: readonly CurlWord[], name: string): void {
  if (words.some(({ text }) => text.includes('\0')))
    throw new ServiceError('request-file', `"${name}" holds a NUL character, which no command line can hold`);
  const broken = words.find(({ text }, i) => words[i - 1]?.text === '-H' && /[\r\n]/.test(text));
  if (broken === undefined) return;
  const [header = ''] = broken.text.split(/[:;]/, 1);
  throw new ServiceError('request-file', `header "${header}" of "${name}" contains a line break`);
}

const OAUTH2 = 'oauth2 is not exported: fetch a token and add an Authorization header';

/** The credentials in the command, without placeholders. */
function authSecrets(request: Request, scope: PartialScope): string[] {
  const auth = authOf(request);
  if (auth === undefined || auth.type === 'none' || isOauth2(auth)) return [];
  const params = auth.params.map((param) =>
    scope.parts(param).some(({ kept }) => kept) ? '' : scope.text(param),
  );
  return secretParameters({ type: auth.type, params }).filter((text) => text !== '');
}
