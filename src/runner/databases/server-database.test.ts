import { describe, expect, it } from 'vitest';
import { askServer, exactNumber, loadClient, RowCount } from './server-database.js';

const limits = (milliseconds = 30_000, signal = new AbortController().signal) => ({ milliseconds, signal });
const never = new Promise<never>(() => undefined);

describe('numbers of databases', () => {
  it.each<[string, unknown]>([
    ['0', 0],
    ['-12', -12],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['9.90', 9.9],
    ['0.00000000000000012345', 0.00000000000000012345],
    ['123456789012345.00', 123456789012345],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['', ''],
  ])('%s', (text, value) => {
    expect(exactNumber(text)).toBe(value);
  });
});

describe('a question to a database server', () => {
  it('is given up after the time limit and on cancellation, and the connection with it', async () => {
    for (const [given, failure] of [
      [limits(1), { errorKind: 'db', message: 'the query took longer than 0.001 s' }],
      [limits(30_000, AbortSignal.timeout(20)), { errorKind: 'cancelled' }],
      [limits(30_000, AbortSignal.abort()), { errorKind: 'cancelled' }],
    ] as const) {
      let released = 0;
      const answer = askServer(given, (stage) => {
        stage.release = () => void (released += 1);
        return never;
      });
      await expect(answer).rejects.toMatchObject(failure);
      expect(released).toBe(1);
    }
  });

  it('has an SQL error as its answer, once there is a connection', async () => {
    const fail = (connected: boolean) =>
      askServer(limits(), (stage) => {
        stage.connected = connected;
        return Promise.reject(new Error('no such table'));
      });
    expect(await fail(true)).toEqual({ ok: false, reason: 'no such table' });
    await expect(fail(false)).rejects.toMatchObject({
      errorKind: 'db',
      message: 'cannot connect to the database: no such table',
    });
  });

  it('keeps the first row only, and counts the others', () => {
    const count = new RowCount();
    expect(count.answer()).toEqual({ ok: true, rows: 0, first: {} });
    for (const a of [1, 2, 3]) count.add({ a });
    expect(count.answer()).toEqual({ ok: true, rows: 3, first: { a: 1 } });
  });

  it('needs a package that the user installs', async () => {
    await expect(
      loadClient('mysql2/promise', () => Promise.reject(new Error('/a/path'))),
    ).rejects.toMatchObject({
      errorKind: 'db',
      message: 'this database needs the package "mysql2"; install it beside svc (npm install mysql2)',
    });
  });
});
