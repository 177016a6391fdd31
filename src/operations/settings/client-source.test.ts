import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { parseText } from '../../request-file/parse-file.js';
import { openClientSource, withClientValues } from './client-source.js';

const READS_DOTENV = 'GET http://h/{{$dotenv NAME}}\n';

/** What `{{$dotenv NAME}}` finds in the nearest `.env` file; undefined when it is not read. */
async function nearDotenv(
  text: string,
  dotenv: Readonly<Record<string, string>>,
  envFile?: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const root = await temporaryWorkspace({ '.env': 'NAME=near\n' });
  const files = [{ file: parseText(text, 'x.http'), shown: 'x.http', directory: root }];
  const client = await openClientSource({
    choice: { files: Promise.resolve(files) },
    sources: {
      overrides: { ...(envFile !== undefined && { envFile }) },
      config: {},
      cwd: root,
      directory: undefined,
      workspace: [],
    },
    root,
  });
  const options = { environmentName: '', environment: {}, dotenv };
  const [given] = await withClientValues(files, { client, options });
  return given?.client?.dotenvNear;
}

describe('the nearest .env file', () => {
  it('is read for $dotenv when no dotenv file is named', async () => {
    expect(await nearDotenv(READS_DOTENV, {})).toEqual({ NAME: 'near' });
  });

  it('is not read when the named dotenv file has no value', async () => {
    expect(await nearDotenv(READS_DOTENV, {}, 'empty.env')).toBeUndefined();
  });

  it.each([
    ['the named dotenv file has a single value', READS_DOTENV, { OTHER: 'named' }],
    ['the named dotenv file has several values', READS_DOTENV, { OTHER: 'named', NAME: 'named' }],
    ['nothing asks for it', 'GET http://h/\n', {}],
  ])('is not read when %s', async (_case, text, dotenv) => {
    expect(await nearDotenv(text, dotenv)).toBeUndefined();
  });
});
