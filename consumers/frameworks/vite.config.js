import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte(), vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('hybrid-search') } } })],
  build: { rollupOptions: { input: ['react.html', 'vue.html', 'svelte.html', 'lit.html'] } },
});
