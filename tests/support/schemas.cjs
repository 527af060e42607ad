// Reads {name: {schema, good, bad}} and prints by name what Ajv, as it comes, and json-schema-to-typescript make of it.
const Ajv = require("ajv/dist/2020");
const { compile } = require("json-schema-to-typescript");

async function tried({ schema, good, bad }) {
  const said = [];
  const heard = (...words) => said.push(words.join(" "));
  console.warn = console.error = console.log = heard; // what is not strict enough is told there
  try {
    const valid = new Ajv().compile(schema);
    said.push(...good.filter((one) => !valid(one)).map((one) => `refused: ${JSON.stringify(one)}`));
    said.push(...bad.filter((one) => valid(one)).map((one) => `taken: ${JSON.stringify(one)}`));
    return { said, types: await compile(schema, "Root", { format: false }) };
  } catch (error) {
    return { said: [...said, error.message], types: "" };
  }
}

async function main() {
  const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const found = {};
  for (const name of Object.keys(asked)) found[name] = await tried(asked[name]);
  process.stdout.write(JSON.stringify(found));
}

main();
