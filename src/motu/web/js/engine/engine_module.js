// The engine, as a server hands it out; a site without one has another module in this place, site/engine_module.js.

const FILE = new URL('../../engine/motu.wasm', import.meta.url);

/** @returns {Promise<WebAssembly.Module>} */
export async function engineModule() {
  const answer = await fetch(FILE);
  if (!answer.ok) throw new Error(`${FILE.href}: ${answer.status}`);
  return WebAssembly.compileStreaming(answer);
}
