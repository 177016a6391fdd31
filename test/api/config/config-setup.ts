export const DEFAULTS = {
  defaultEnvironment: 'dev',
  timeout: 30_000,
  retries: 0,
  followRedirects: true,
  validateSSL: true,
  proxy: '',
  headers: {},
  parallel: false,
  concurrency: 5,
};
