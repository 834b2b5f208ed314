import resolve from '@rollup/plugin-node-resolve';

export default { input: 'main.js', plugins: [resolve()], output: { dir: 'dist-rollup', format: 'es' } };
