// An old page and a new server: the addresses of scripts change with each version, and parts of two don't fit together.

/** Whether the server has another version by now than this page is of. */
export async function isRenewed() {
  try {
    // The way to an older version's main module leads to today's (src/motu/server/pages.py).
    return (await fetch(new URL('./main.js', import.meta.url), { cache: 'no-store' })).redirected;
  } catch {
    return false;
  }
}
