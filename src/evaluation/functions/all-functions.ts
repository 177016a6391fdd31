/** The built-in functions of placeholders (docs/language.md#functions). */
import { functionShape, type FunctionShape } from '../../request-file/text/function-names.js';
import { BadArgument, type FunctionTools, type TemplateFunction } from './call.js';
import { date, isoDate, isoTimestamp, now, timestamp, timestampMs } from './dates.js';
import {
  base64,
  base64Decode,
  base64url,
  hmacSha256,
  json,
  md5,
  sha1,
  sha256,
  sha512,
  urlComponent,
  urlDecode,
  urlEncode,
} from './encodings.js';
import { datetime, localDatetime } from './datetime.js';
import { authToken, dotenv, env, processEnv, shared } from './environment.js';
import {
  random,
  randomAlphabetic,
  randomAlphanumeric,
  randomEmail,
  randomFloat,
  randomHexadecimal,
  randomInt,
  randomInteger,
  randomString,
  uuid,
} from './random.js';
import { sampleFunctions } from './sample-functions.js';

/** Those that `sampleFunctions` has not. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map(
  Object.entries({
    uuid,
    guid: uuid,
    now,
    isoTimestamp,
    isoDate,
    timestamp,
    timestampMs,
    date,
    random,
    randomInt,
    randomString,
    randomAlphanumeric,
    randomEmail,
    base64,
    base64url,
    base64Decode,
    md5,
    sha1,
    sha256,
    sha512,
    hmacSha256,
    urlEncode,
    urlDecode,
    urlComponent,
    json,
    env,
    dotenv,
    processEnv,
    datetime,
    localDatetime,
    'random.integer': randomInteger,
    'random.float': randomFloat,
    'random.alphabetic': randomAlphabetic,
    'random.alphanumeric': randomAlphanumeric,
    'random.hexadecimal': randomHexadecimal,
    shared,
    'auth.token': authToken,
  }),
);

/** Throws BadArgument or NoValue. */
export function callFunction(name: string, args: readonly string[], tools: FunctionTools): string {
  const call = FUNCTIONS.get(name) ?? sampleFunctions().get(name);
  const shape = functionShape(name);
  if (!call || !shape) throw new BadArgument('no such function');
  if (
    args.length < shape.minArguments ||
    args.length > shape.maxArguments ||
    args.length === shape.refusedCount
  ) {
    throw new BadArgument(`takes ${countsOf(shape)}, not ${args.length}`);
  }
  return call(args, tools);
}

function countsOf({ minArguments: least, maxArguments: most, refusedCount: not }: FunctionShape): string {
  const counts: number[] = [];
  for (let count = least; count <= most; count++) if (count !== not) counts.push(count);
  return `${counts.join(' or ')} ${counts.at(-1) === 1 ? 'argument' : 'arguments'}`;
}
