import { checkFile } from '../call/checked-file.js';
import { defineTool, jsonOutput } from '../call/tool.js';
import { closedObject, someText } from '../protocol/argument-types.js';
import { VALIDATE_OUTPUT } from './output-schemas.js';

export const validateTool = defineTool({
  name: 'svc_validate',
  title: 'Check one request file',
  description:
    'Parses one request file of the workspace and checks its structure. Sends nothing and resolves no ' +
    'variables. An invalid file is a result with valid false and the places of its errors.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: closedObject({
    file: someText(1024, 'A request file (.http, .spec) of the workspace, as a relative path.'),
  }),
  outputSchema: VALIDATE_OUTPUT,
  limit: { bucket: 600, perSecond: 50, running: 4 },
  read: (args) => args,
  run: async ({ file: sent }, { settings }) => {
    const { path, file, findings, isValid } = await checkFile(sent, settings.workspace);
    const errors = findings.filter(({ severity }) => severity === 'error');
    return jsonOutput({
      file: path,
      valid: isValid,
      requests: file.requests.length,
      errors: errors.map(({ line, column, message }) => `${line}:${column} ${message}`),
      diagnostics: findings.map(({ line, column, severity, code, message }) => ({
        line,
        column,
        severity,
        code,
        message,
      })),
    });
  },
});
