import type { DynamicFeature, StaticFeature } from 'vscode-languageclient';

type Feature = StaticFeature | DynamicFeature<unknown>;

interface FeatureClient {
  registerFeature(feature: Feature): void;
}

/**
 * The client of the library without one feature: it would register the commands of the server, whose names are those
 * of this extension, which asks for more than the server is given.
 */
export function withoutCommands<Client extends new (...args: never[]) => FeatureClient>(
  base: Client,
): Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- a mixin needs exactly this constructor
  const open = base as unknown as new (...args: any[]) => FeatureClient;
  const plain = class extends open {
    override registerFeature(feature: Feature): void {
      if (!('registrationType' in feature) || feature.registrationType.method !== EXECUTE) {
        super.registerFeature(feature);
      }
    }
  };
  return plain as unknown as Client;
}

const EXECUTE = 'workspace/executeCommand';
