import { findCommand } from '../../../src/cli/command/find-command.js';
import { COMMANDS } from '../../../src/cli/commands/all-commands.js';

/** The port of a server command that is started without `--port`, as its help shows it. */
export async function defaultPort(name: string): Promise<string> {
  const { node } = findCommand([name], COMMANDS);
  const flags = 'load' in node ? (await node.load()).flags : {};
  const { port } = flags;
  if (port?.shownDefault === undefined) throw new Error(`svc ${name} has no default port`);
  return port.shownDefault;
}
