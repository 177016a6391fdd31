import { STATUS_CODES } from 'node:http';

/** The JSON body of an error response: the phrase of the status, and the reason. */
export function errorText(status: number, message: string): string {
  return `${JSON.stringify({ error: STATUS_CODES[status] ?? 'Error', message })}\n`;
}
