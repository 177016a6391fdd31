import type { CommandGroup, CommandNode } from '../command/command.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { visibleCommands } from '../command/find-command.js';
import type { Completion, FlagTable } from '../flags/flag.js';

/** A command or group, and all that may follow it; every shell's script is written from these. */
export interface Place {
  /** `/export/curl`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly PlaceFlag[];
  /** Of all arguments together: where a word stands among them is not looked at. */
  readonly arguments: readonly Offer[];
}

export interface PlaceFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly meaning: string;
  /** Undefined for switches; `nothing` for values that nobody can guess. */
  readonly value: Offer | undefined;
}

export type Offer =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files'; readonly extensions: readonly string[] }
  | { readonly kind: 'names'; readonly names: string }
  | { readonly kind: 'nothing' };

export async function completionPlaces(root: CommandGroup): Promise<readonly Place[]> {
  return placesBelow(root, '');
}

async function placesBelow(node: CommandNode, path: string): Promise<readonly Place[]> {
  if ('load' in node) {
    const command = await node.load();
    const offers = command.arguments.map(({ words, complete }) => offer(words, complete));
    return [{ path, commands: [], flags: placeFlags(command.flags), arguments: offers }];
  }
  const commands = visibleCommands(node);
  const below = await Promise.all(commands.map((child) => placesBelow(child, `${path}/${child.name}`)));
  const named = commands.map(({ name, summary }) => ({ name, summary }));
  const own: Place = { path, commands: named, flags: placeFlags(node.flags ?? {}), arguments: [] };
  return [own, ...below.flat()];
}

function placeFlags(flags: FlagTable): readonly PlaceFlag[] {
  const all: FlagTable = { ...flags, ...GLOBAL_FLAGS };
  return Object.entries(all).map(([name, { short, meaning, value, words, complete }]) => ({
    name,
    short,
    meaning,
    value: value === undefined ? undefined : offer(words, complete),
  }));
}

function offer(words: readonly string[] | undefined, complete: Completion | undefined): Offer {
  if (words !== undefined) return { kind: 'words', words };
  if (complete === undefined) return { kind: 'nothing' };
  if (typeof complete === 'string') return { kind: 'names', names: complete };
  return { kind: 'files', extensions: complete.extensions };
}

/** The flag as typed, in all its forms. */
export function flagForms(flag: PlaceFlag): readonly string[] {
  return flag.short === undefined ? [`--${flag.name}`] : [`--${flag.name}`, `-${flag.short}`];
}
