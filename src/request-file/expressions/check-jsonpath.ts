import { JSONPathEnvironment } from 'json-p3';

const environment = new JSONPathEnvironment();

/** The reason why the text is no RFC 9535 query; undefined if it is one. */
export function jsonpathProblem(expression: string): string | undefined {
  try {
    environment.compile(expression);
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return (message.split('\n')[0] ?? '').slice(0, 160);
  }
}
