/** Everything that is left after a command: streams, files, and what is packed inside them. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { ENCODINGS } from './encodings.js';

export type Artefacts = Map<string, Buffer>;

/** Files below a directory that were not planted there. */
export async function filesLeft(directory: string, planted: readonly string[]): Promise<Artefacts> {
  const left: Artefacts = new Map();
  const databases: [string, string][] = [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).replaceAll('\\', '/');
    // A name is left behind too.
    left.set(`the name ${name}`, Buffer.from(name));
    if (!entry.isFile() || planted.includes(name)) continue;
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Whoever closes a database as the last one removes its journal, perhaps at this moment; then it is not left.
      if (error.code === 'ENOENT' && /-(?:shm|wal)$/.test(name)) return undefined;
      throw error;
    });
    if (content === undefined) continue;
    left.set(name, content);
    if (content.subarray(0, 15).toString() === 'SQLite format 3') databases.push([name, path]);
  }
  // To read them is to open and close them, and their journals have been read by now.
  for (const [name, path] of databases) {
    for (const [row, value] of rowsOf(path)) left.set(`${name}: ${row}`, value);
  }
  return left;
}

function rowsOf(path: string): Artefacts {
  const rows: Artefacts = new Map();
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const { name } of tables as { name: string }[]) {
    const values = database.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[];
    for (const [index, row] of values.entries()) {
      for (const [column, value] of Object.entries(row)) {
        if (value instanceof Uint8Array) rows.set(`${name} ${index} ${column}`, Buffer.from(value));
        else if (typeof value === 'string') rows.set(`${name} ${index} ${column}`, Buffer.from(value));
      }
    }
  }
  database.close();
  return rows;
}

/** The bytes themselves, and what comes out of them when they are packed. */
function unpacked(content: Buffer): Buffer[] {
  if (content.length === 0 || content.length > 1_000_000) return [content];
  const found = [content];
  for (const unpack of [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync]) {
    try {
      found.push(unpack(content));
    } catch {
      // It is not packed that way.
    }
  }
  return found;
}

export interface Search {
  readonly hits: readonly string[];
  /** Artefacts that were looked into. */
  readonly artefacts: number;
  /** A secret in an encoding, looked for in an artefact. */
  readonly looks: number;
}

export function search(artefacts: Artefacts, secrets: Readonly<Record<string, string>>): Search {
  const needles = Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(ENCODINGS).map(
      ([encoding, encode]) => [`${name} (${encoding})`, Buffer.from(encode(secret))] as const,
    ),
  );
  const hits: string[] = [];
  let looks = 0;
  for (const [place, content] of artefacts) {
    for (const bytes of unpacked(content)) {
      looks += needles.length;
      for (const [name, needle] of needles) if (bytes.includes(needle)) hits.push(`${place}: ${name}`);
    }
  }
  return { hits, artefacts: artefacts.size, looks };
}
