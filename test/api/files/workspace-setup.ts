export const PLAIN_GET = 'GET http://127.0.0.1/\n';
