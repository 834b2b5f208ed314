/** The engine behind its API, in Node, over a `MessageChannel`. When it requests a model, it gets a word embedder. */
import type { ModelProfile } from '../core/model-profiles.ts';
import { engineHandlers } from '../engine/handlers/handlers.ts';
import { Caller } from '../protocol/call.ts';
import type { EmbedderApi } from '../protocol/embedder-api.ts';
import type { EngineApi, EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { EventOf } from '../protocol/rpc.ts';
import { type Server, serve } from '../protocol/serve.ts';
import { engineInit } from './engine-init.ts';
import { createWordEmbedder } from './word-embedder.ts';

export interface EnginePort extends Pick<Caller<EngineApi>, 'call'> {
  readonly events: EventOf<EngineEvents>[];
  readonly embedded: string[];
  close(): Promise<void>;
}

/** @param answersStart whether the engine gets a model when it requests one */
export function enginePort({ answersStart = true } = {}): EnginePort {
  const { port1, port2 } = new MessageChannel();
  const events: EventOf<EngineEvents>[] = [];
  const embedded: string[] = [];
  const embedderPorts: { close(): void }[] = [];
  let profile: ModelProfile = engineInit().profile;
  let isClosing = false;

  const server: Server<EngineEvents> = serve<EngineApi, EngineEvents>(
    engineHandlers((name, value) => server.emit(name, value)),
    port1,
  );
  const caller = new Caller<EngineApi, EngineEvents>(port2, {
    onEvent(event) {
      events.push(event);
      if (event.name !== 'embedder-start' || !answersStart) return;
      const { port1: own, port2: given } = new MessageChannel();
      const embedder = createWordEmbedder(profile, (text) => embedded.push(text));
      embedderPorts.push(serve<EmbedderApi>(embedder, own), own);
      const attached = caller.call('attachEmbedder', [given], { transfer: [given] });
      // A queue that's resumed just before the engine closes still requests a model, but gets no answer.
      attached.catch((error: unknown) => {
        if (!isClosing) throw error;
      });
    },
  });
  const call: EnginePort['call'] = (method, args, options) => {
    if (method === 'open') ({ profile } = args[0] as EngineInit);
    if (method === 'setModel') profile = args[0] as ModelProfile;
    return caller.call(method, args, options);
  };
  return {
    call,
    events,
    embedded,
    async close() {
      isClosing = true;
      await caller.call('close', []).catch(() => {});
      for (const port of embedderPorts) port.close();
      server.close();
      port1.close();
      port2.close();
    },
  };
}
