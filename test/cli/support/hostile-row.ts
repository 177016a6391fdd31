import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { plant, type HostileWorld } from './hostile-clone.js';
import type { LiveCommand } from './live-command.js';

/** One command in one hostile clone. */
export interface HostileRow {
  /** As in the table of commands. */
  readonly command: string;
  readonly case: string;
  readonly args: (world: HostileWorld) => readonly string[];
  /** `service.yaml`; a harmless one otherwise. */
  readonly config?: (world: HostileWorld) => string;
  readonly plant?: (world: HostileWorld) => void;
  readonly env?: (world: HostileWorld) => Readonly<Record<string, string>>;
  /** For commands that run until they are stopped. */
  readonly use?: (live: LiveCommand, world: HostileWorld) => Promise<void>;
  /** One of several where a link is refused by the first function that reads it. */
  readonly code: number | readonly number[];
  /** In the output, standard error included. */
  readonly message?: RegExp;
  /** Of the clone: regular files afterwards, which were links before. */
  readonly replaced?: readonly string[];
}

export const LINK = /a symbolic link in the workspace leads outside of it; name the place itself/;

/** A config that is a link, or whatever else stands in its place. */
export function configAs(target: string): (world: HostileWorld) => void {
  return ({ clone }) => {
    rmSync(join(clone, 'service.yaml'));
    plant(clone, 'service.yaml', target);
  };
}

/** Request files that are links to files of the operator. */
export function linkedRequests({ clone }: HostileWorld): void {
  plant(clone, 'links/linked.http', '../../home/notes.http');
  plant(clone, 'links/key.http', '../../home/.ssh/id');
}
