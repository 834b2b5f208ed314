/** Headers for cross-origin isolation, which WebAssembly threads need, and a strict CSP for built pages. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * @param {{ strict: boolean }} options `strict: false` is for the development server, whose hot reload needs inline
 *   scripts
 */
export function securityHeaders({ strict }) {
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(strict ? { 'content-security-policy': CONTENT_SECURITY_POLICY } : {}),
  };
}
