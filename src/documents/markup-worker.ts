import { serve } from '../protocol/serve.ts';
import { documentsApi } from './documents-api.ts';
import { MARKUP_READERS } from './markup.ts';

declare const self: DedicatedWorkerGlobalScope;

serve(documentsApi(MARKUP_READERS), self);
