import { defineConfig } from 'vite';

/** Relative, so that the built folder runs under any path. */
export default defineConfig({ base: './', worker: { format: 'es' }, build: { target: 'es2022' } });
