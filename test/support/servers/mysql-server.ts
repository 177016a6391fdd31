/** A MySQL server as far as its protocol goes: the handshake is that of mysql2, the test provides the results. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server as NetServer } from 'node:net';
import { createServer, type Connection } from 'mysql2';
import { onTestFinished } from 'vitest';
import { listening } from './raw-server.js';

export interface MysqlColumn {
  readonly name: string;
  /** Number of the column type in the protocol. */
  readonly type: number;
}

export type MysqlResult =
  | { readonly columns: readonly MysqlColumn[]; readonly rows: readonly (readonly (Buffer | null)[])[] }
  | { readonly code: number; readonly message: string }
  /** It never comes. */
  | undefined;

export interface MysqlServer {
  readonly port: number;
  /** Statements and the values bound to them. */
  readonly seen: (string | readonly unknown[])[];
}

/** What is used of a connection on the server's side; the package's types leave it out. */
interface ServerConnection extends Pick<Connection, 'on' | 'writeOk' | 'writeError' | 'serverHandshake'> {
  readonly stream: { readonly destroy: () => void };
  /** Starts anew with every command; the package leaves that to its users. */
  sequenceId: number;
  writePacket(packet: RawPacket): void;
}

interface RawPacket {
  readonly buffer: Buffer;
  readonly length: () => number;
  readonly writeHeader: (sequence: number) => void;
}

interface Login {
  readonly user: string;
  readonly authPluginData1: Buffer;
  readonly authPluginData2: Buffer;
  readonly authToken: Buffer;
}

const CAPABILITIES = 0x00_08_00_00 | 0x00_00_80_00 | 0x00_00_02_00 | 0x00_00_20_00 | 0x0f;
const UTF8MB4 = 45;

export async function mysqlServer(
  account: { readonly user: string; readonly password: string },
  respond: (sql: string, values: readonly unknown[]) => MysqlResult,
): Promise<MysqlServer> {
  const seen: (string | readonly unknown[])[] = [];
  const streams = new Set<ServerConnection['stream']>();
  const server = createServer((client) => {
    const connection = client as unknown as ServerConnection;
    streams.add(connection.stream);
    serve(connection, account, seen, respond);
  });
  const { _server: listener } = server as unknown as { _server: NetServer };
  onTestFinished(() => {
    for (const stream of streams) stream.destroy();
    listener.close();
  });
  return { port: await listening(listener), seen };
}

function serve(
  connection: ServerConnection,
  account: { readonly user: string; readonly password: string },
  seen: (string | readonly unknown[])[],
  respond: (sql: string, values: readonly unknown[]) => MysqlResult,
): void {
  let statement = '';
  const note = (sql: string): void => {
    seen.push(sql);
    connection.writeOk();
    connection.sequenceId = 0;
  };
  connection.on('error', () => undefined);
  connection.on('query', note);
  connection.on('stmt_prepare', (sql: string) => {
    // The package reports `set` here too, though it is no prepared statement.
    if (/^set /i.test(sql)) return note(sql);
    statement = sql;
    seen.push(sql);
    prepare(connection, sql.split('?').length - 1);
    connection.sequenceId = 0;
  });
  connection.on('stmt_execute', (_id: number, _flags: number, _count: number, values: unknown[]) => {
    seen.push(values);
    const result = respond(statement, values);
    if (result === undefined) return;
    if ('code' in result) connection.writeError(result);
    else writeRows(connection, result.columns, result.rows);
    connection.sequenceId = 0;
  });
  connection.serverHandshake({
    protocolVersion: 10,
    serverVersion: '8.0.40',
    connectionId: 1,
    statusFlags: 2,
    characterSet: UTF8MB4,
    capabilityFlags: CAPABILITIES,
    authCallback: (login: Login, done: (error: null, refusal?: object) => void) => {
      const isKnown = login.user === account.user && hasPassword(login, account.password);
      const refusal = { code: 1045, message: `Access denied for user '${login.user}' (using password: YES)` };
      done(null, isKnown ? undefined : refusal);
      connection.sequenceId = 0;
    },
  });
}

/** mysql_native_password: SHA1(password) xor SHA1(scramble + SHA1(SHA1(password))). */
function hasPassword({ authPluginData1, authPluginData2, authToken }: Login, password: string): boolean {
  const sha1 = (...parts: (string | Buffer)[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();
  const first = sha1(password);
  const mask = sha1(authPluginData1, authPluginData2.subarray(0, 12), sha1(first));
  const expected = first.map((byte, index) => byte ^ (mask[index] ?? 0));
  return authToken.length === expected.length && timingSafeEqual(authToken, expected);
}

function prepare(connection: ServerConnection, parameters: number): void {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(1, 1);
  header.writeUInt16LE(parameters, 7);
  send(connection, header);
  if (parameters === 0) return;
  for (let i = 0; i < parameters; i += 1) send(connection, definition({ name: '?', type: 253 }));
  send(connection, END);
}

function writeRows(
  connection: ServerConnection,
  columns: readonly MysqlColumn[],
  rows: readonly (readonly (Buffer | null)[])[],
): void {
  send(connection, Buffer.of(columns.length));
  for (const column of columns) send(connection, definition(column));
  send(connection, END);
  for (const row of rows) send(connection, binaryRow(row));
  send(connection, END);
}

const END = Buffer.of(0xfe, 0, 0, 2, 0);

function definition({ name, type }: MysqlColumn): Buffer {
  const text = (value: string): Buffer => Buffer.from([Buffer.byteLength(value), ...Buffer.from(value)]);
  const isBinary = type === 16 || type === 252;
  const rest = Buffer.alloc(13);
  rest.writeUInt8(12, 0);
  rest.writeUInt16LE(isBinary ? 63 : UTF8MB4, 1);
  rest.writeUInt32LE(1024, 3);
  rest.writeUInt8(type, 7);
  rest.writeUInt16LE(isBinary ? 128 : 0, 8);
  return Buffer.concat([text('def'), text(''), text(''), text(''), text(name), text(''), rest]);
}

function binaryRow(values: readonly (Buffer | null)[]): Buffer {
  const nulls = Buffer.alloc(Math.floor((values.length + 9) / 8));
  for (const [index, value] of values.entries()) {
    const at = index + 2;
    if (value === null) nulls[at >> 3] = (nulls[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return Buffer.concat([Buffer.of(0), nulls, ...values.filter((value) => value !== null)]);
}

function send(connection: ServerConnection, payload: Buffer): void {
  const buffer = Buffer.concat([Buffer.alloc(4), payload]);
  connection.writePacket({
    buffer,
    length: () => payload.length,
    writeHeader: (sequence) => {
      buffer.writeUIntLE(payload.length, 0, 3);
      buffer.writeUInt8(sequence, 3);
    },
  });
}

/** Values as a binary row holds them. */
export const mysqlText = (text: string): Buffer =>
  Buffer.from([Buffer.byteLength(text), ...Buffer.from(text)]);
export const mysqlLong = (value: bigint): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64LE(value);
  return buffer;
};
