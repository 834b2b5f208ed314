import { defineConfig } from 'vite';

/** URLs are relative, so that the built folder runs under any path. */
export default defineConfig({ base: './', build: { target: 'es2022' }, worker: { format: 'es' } });
