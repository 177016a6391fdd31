/** The values of a row of the history. */
import type { Row } from './database.js';

export function textOf(row: Row, column: string): string {
  return String(row[column] ?? '');
}

export function numberOf(row: Row, column: string): number {
  return Number(row[column] ?? 0);
}

export function isSet(row: Row, column: string): boolean {
  return numberOf(row, column) !== 0;
}

export function timeOf(row: Row, column: string): string {
  return new Date(numberOf(row, column)).toISOString();
}
