/** Entry of the script that reads PDFs. */
import { serve } from '../protocol/serve.ts';
import { documentsApi } from './documents-api.ts';
import { readPdf } from './pdf/pdf.ts';

declare const self: DedicatedWorkerGlobalScope;

serve(documentsApi({ pdf: readPdf }), self);
