// What this browser keeps: games, studies, what was solved. Where it keeps nothing, as in some private windows, all of it
// lasts as long as the page.

const NAME = 'motu';
const VERSION = 1;
/** @typedef {'games'|'studies'|'solved'} Shelf */
/** @type {Shelf[]} */
const SHELVES = ['games', 'studies', 'solved'];

/** @type {Promise<IDBDatabase|null>|null} */
let opening = null;
/** @type {Record<Shelf, Map<string, any>>} */
const memory = { games: new Map(), studies: new Map(), solved: new Map() };

function open() {
  opening ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, VERSION);
      asked.onupgradeneeded = () => {
        for (const shelf of SHELVES) asked.result.createObjectStore(shelf, { keyPath: 'id' });
      };
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opening;
}

/** @template T @param {Shelf} shelf @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} ask @param {() => T} remember @returns {Promise<T>} */
async function ask(shelf, mode, ask, remember) {
  const database = await open();
  if (!database) return remember();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(shelf, mode);
    const asked = ask(transaction.objectStore(shelf));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? asked.error);
  });
}

/** @param {Shelf} shelf @param {string} id @returns {Promise<any>} undefined where there is none */
export const kept = (shelf, id) =>
  ask(
    shelf,
    'readonly',
    (store) => store.get(id),
    () => memory[shelf].get(id),
  );

/** @param {Shelf} shelf @returns {Promise<any[]>} */
export const allKept = (shelf) =>
  ask(
    shelf,
    'readonly',
    (store) => store.getAll(),
    () => [...memory[shelf].values()],
  );

/** Keeps something by its `id`, in the place of what had it before. @param {Shelf} shelf @param {any} what @returns {Promise<unknown>} */
export const keep = (shelf, what) =>
  ask(
    shelf,
    'readwrite',
    (store) => store.put(what),
    () => (memory[shelf].set(what.id, what), what.id),
  );

/** @param {Shelf} shelf @param {string} id @returns {Promise<unknown>} */
export const forget = (shelf, id) =>
  ask(
    shelf,
    'readwrite',
    (store) => store.delete(id),
    () => void memory[shelf].delete(id),
  );

/** Does something while no other window of this site does the same. @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
export function alone(name, work) {
  return navigator.locks ? /** @type {any} */ (navigator.locks.request(`motu ${name}`, work)) : work();
}
