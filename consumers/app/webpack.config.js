export default {
  mode: 'production',
  entry: './bundled.js',
  output: { path: `${import.meta.dirname}/dist-webpack`, filename: 'bundled.js', publicPath: '/' },
};
