import { resolve } from 'node:path';
import { isBrunoFile } from '../../operations/exchange/folder-formats.js';
import { readSourceFolder } from '../../operations/exchange/source-folder.js';
import { defineCommand, type Command } from '../command/command.js';
import { DIRECTORY_FLAGS } from '../import/import-flags.js';
import { runImport } from '../import/run-import.js';
import { sourceName } from '../import/write-import.js';
import { EXIT } from '../process/exit-code.js';

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
