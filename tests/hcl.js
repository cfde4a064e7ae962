// Reads Terraform files with tree-sitter and prints, as JSON, whether each is well formed. node hcl.js FILE...
const fs = require('fs');
const path = require('path');
const { Parser, Language } = require('web-tree-sitter');

const grammar = path.join(path.dirname(require.resolve('@tree-sitter-grammars/tree-sitter-hcl/package.json')), 'tree-sitter-terraform.wasm');

(async () => {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  console.log(JSON.stringify(process.argv.slice(2).map(file => ({ file, hasError: parser.parse(fs.readFileSync(file, 'utf8')).rootNode.hasError }))));
})();
