import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

// Sync connects to a server that the user chooses, over HTTPS or on this machine.
const CONNECT = "'self' https: http://localhost:* http://127.0.0.1:*";
const POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src ${CONNECT}; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'`;
const SEARCH_FILES = 'public/hybrid-search/files.json';

/** Each build changes `sw.js`, which triggers an update. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
    ],
    generateBundle(_, bundle) {
      const still = readdirSync('public').filter((file) => file !== 'hybrid-search');
      const app = ['./', ...Object.keys(bundle).filter((file) => file !== 'index.html'), ...still];
      const search = existsSync(SEARCH_FILES) ? JSON.parse(readFileSync(SEARCH_FILES, 'utf8')) : {};
      const lists = `const APP_FILES = ${JSON.stringify(app.sort())};\nconst SEARCH_FILES = ${JSON.stringify(search)};\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: lists + readFileSync('src/sw.js', 'utf8') });
    },
  };
}

/** URLs are relative, so that the built folder runs under any path. */
export default defineConfig({
  base: './',
  build: { target: 'es2022' },
  worker: { format: 'es' },
  plugins: [offline()],
});
