import { serve } from '../protocol/serve.ts';
import { documentsApi } from './documents-api.ts';
import { readDocx } from './word/docx.ts';

declare const self: DedicatedWorkerGlobalScope;

serve(documentsApi({ docx: readDocx }), self);
