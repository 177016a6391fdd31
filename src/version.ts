// The bundler replaces these names; they are undefined when the sources run directly.
declare const SVC_VERSION: string | undefined;
declare const SVC_BUILD_TIME: string | undefined;

export const version: string = typeof SVC_VERSION === 'string' ? SVC_VERSION : '0.0.0-source';
export const buildTime: string = typeof SVC_BUILD_TIME === 'string' ? SVC_BUILD_TIME : 'unknown';
