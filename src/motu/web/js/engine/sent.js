// Files that a browser is sent, the engine among them.

/** The engine, as its files name it. */
export const ENGINE = 'engine/motu.wasm';

/** A file that a browser has been sent. @param {URL} address @throws {Error} that names the file */
export async function sent(address) {
  // Browsers say 'Failed to fetch', and not what.
  const answer = await fetch(address).catch(({ message }) => {
    throw new Error(`${address}: ${message}`);
  });
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return answer;
}

/** Compiles while the file comes, where whoever sends it says what it is. @param {Promise<Response>} coming */
export async function compiled(coming) {
  const answer = await coming;
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
