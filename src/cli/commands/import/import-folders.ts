import { resolve, sep } from 'node:path';
import { filesBeside, isBrunoFile, isHttpFile } from '../../../operations/exchange/folder-formats.js';
import { readSourceFolder } from '../../../operations/exchange/source-folder.js';
import { defineCommand, type Command } from '../../command/command.js';
import { textFlag } from '../../flags/value-flags.js';
import { DIRECTORY_FLAGS } from '../../import/import-flags.js';
import { runImport } from '../../import/run-import.js';
import { isDirectoryPath, sourceName } from '../../import/write-import.js';
import { STDOUT } from '../../command/named-output.js';
import { ServiceError } from '../../../errors.js';
import { EXIT } from '../../process/exit-code.js';

const EXIT_CODES: Command['exitCodes'] = [
  [EXIT.ok, 'imported'],
  [
    EXIT.input,
    'the source cannot be read or has another format, a file cannot be written, or --strict found a loss',
  ],
  [130, 'ended by SIGINT; 143 by SIGTERM'],
];

export const importBruno = defineCommand({
  arguments: [
    {
      name: 'source',
      meaning:
        'the directory of a Bruno collection, with bruno.json or opencollection.yml, or one of its files',
      required: true,
    },
  ],
  flags: DIRECTORY_FLAGS,
  examples: ['svc import bruno shop/ -o tests/', 'svc import bruno shop/orders/read-order.bru'],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { positionals, context, flags } = invocation;
    const [source = ''] = positionals;
    const named = { absolute: resolve(context.cwd, source), shown: source };
    return runImport(invocation, {
      format: 'bruno',
      nameInDirectory: sourceName(source),
      chain: flags.chain,
      read: async () => ({ text: await readSourceFolder(named, isBrunoFile), location: source }),
    });
  },
});

export const importHttp = defineCommand({
  arguments: [
    {
      name: 'source',
      meaning: 'a directory of .http or .rest files of other clients, or one of these files',
      required: true,
    },
  ],
  flags: {
    ...DIRECTORY_FLAGS,
    output: textFlag('directory to write to; required', { short: 'o', value: 'path' }),
  },
  examples: ['svc import http requests/ -o tests/', 'svc import http requests/ -o tests/ --chain'],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { positionals, context, flags } = invocation;
    const [source = ''] = positionals;
    const absolute = resolve(context.cwd, source);
    const output = outputDirectory(flags.output, absolute, context.cwd);
    return runImport(
      { ...invocation, flags: { ...flags, output } },
      {
        format: 'http',
        nameInDirectory: sourceName(source),
        chain: flags.chain,
        read: async () => ({
          text: await readSourceFolder({ absolute, shown: source }, isHttpFile, { beside: filesBeside }),
          location: source,
        }),
      },
    );
  },
});

/** Files are never converted in place, and what was converted is never read again. */
function outputDirectory(output: string | undefined, source: string, cwd: string): string {
  if (output === undefined || output === STDOUT)
    throw new ServiceError('usage', 'import http needs -o with a directory');
  const target = resolve(cwd, output);
  const isInside = target === source || target.startsWith(source.endsWith(sep) ? source : source + sep);
  if (isInside && isDirectoryPath(source, cwd))
    throw new ServiceError('usage', 'the output directory lies in the source; name one outside of it');
  return /[\\/]$/.test(output) ? output : `${output}/`;
}
