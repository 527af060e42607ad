// Answers the searches on standard input, a JSON list, by the search of the built pages: for each its best pages.
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const folder = process.argv[2];
const page = fs.readFileSync(path.join(folder, "search.html"), "utf8");
const scripts = [...page.matchAll(/<script src="([^"?]+)/g)].map((found) => found[1]);
const wanted = scripts.filter((name) => /stemmer|language_data|searchtools|searchindex/.test(name));
const source = [...new Set([...wanted, "searchindex.js"])].map((name) => fs.readFileSync(path.join(folder, name), "utf8"));
const nothing = { addEventListener() {}, getElementById: () => null };
const context = vm.createContext({
  document: nothing, window: {}, localStorage: { setItem() {} }, SPHINX_HIGHLIGHT_ENABLED: false,
  DOCUMENTATION_OPTIONS: {}, URLSearchParams, console, _: (text) => text, _ready: () => {},
});
context.window = context;
const ask = vm.runInContext(
  `${source.join("\n;\n")}\n;(query) => Search._performSearch(...Search._parseQuery(query)).reverse()`,
  context,
);
const queries = JSON.parse(fs.readFileSync(0, "utf8"));
const answers = queries.map((query) => ask(query).slice(0, 10).map(([page, , anchor]) => page + anchor));
console.log(JSON.stringify(answers));
