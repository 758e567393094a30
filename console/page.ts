/**
 * The one page of the console.
 * The service puts a nonce of its own into each answer: what makes styles while it runs has to name it.
 */
export const consolePage = (files: { script: string; style?: string; preload?: string[] }) =>
  [
    '<!doctype html>',
    '<html lang="zh-CN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="referrer" content="same-origin">',
    '<meta property="csp-nonce" nonce="{nonce}">',
    '<title>诊约工作台</title>',
    '<link rel="icon" href="/media/logo.svg" type="image/svg+xml">',
    files.style ? `<link rel="stylesheet" href="${files.style}">` : '',
    ...(files.preload ?? []).map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script type="module" src="${files.script}"></script>`,
    '</head><body><div id="app"></div>',
    '<noscript>工作台需要 JavaScript。The console needs JavaScript.</noscript>',
    '</body></html>',
  ].join('\n')
