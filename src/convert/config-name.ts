/** The name of a config file below an output directory. */
export const CONFIG_NAME = 'service.yaml';
