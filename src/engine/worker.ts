import type { EngineApi, EngineEvents } from '../protocol/engine-api.ts';
import { serve } from '../protocol/serve.ts';
import { engineHandlers } from './handlers/handlers.ts';

const server = serve<EngineApi, EngineEvents>(
  engineHandlers((name, value) => server.emit(name, value)),
  self as unknown as Parameters<typeof serve>[1],
);
