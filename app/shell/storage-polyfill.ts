/**
 * Runs in the head before any other script. A browser that blocks third-party storage throws on the mere mention of
 * `sessionStorage` in an embedded frame, and Remix with it; an in-memory stand-in keeps both alive for the document.
 */
export const storagePolyfill = `(function () {
  ['sessionStorage', 'localStorage'].forEach(function (name) {
    try {
      window[name].getItem('cadence');
    } catch (error) {
      var items = new Map();
      var standIn = {
        get length() { return items.size; },
        key: function (index) { return Array.from(items.keys())[index] ?? null; },
        getItem: function (key) { return items.has(String(key)) ? items.get(String(key)) : null; },
        setItem: function (key, value) { items.set(String(key), String(value)); },
        removeItem: function (key) { items.delete(String(key)); },
        clear: function () { items.clear(); }
      };
      Object.defineProperty(window, name, { configurable: true, value: standIn });
    }
  });
})();`;
